import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'

/** An icon beside a label, with lines of 1.4 px at any size. It never carries a meaning alone. */
export function Icon({ of: Sign, size = 16, className }: { of: LucideIcon; size?: number; className?: string }) {
  return <Sign size={size} strokeWidth={1.4} absoluteStrokeWidth aria-hidden className={cx('shrink-0', className)} />
}
