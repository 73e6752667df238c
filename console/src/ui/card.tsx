import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={cx('rounded-lg border border-line bg-raised p-4 sm:p-6', className)}>{children}</section>
}
