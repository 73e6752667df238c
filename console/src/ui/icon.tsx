import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'

/** A drawn sign beside a word, 1.4 px strong at any size. It is never the only carrier of a meaning. */
export function Icon({ of: Sign, size = 16, className }: { of: LucideIcon; size?: number; className?: string }) {
  return <Sign size={size} strokeWidth={1.4} absoluteStrokeWidth aria-hidden className={cx('shrink-0', className)} />
}
