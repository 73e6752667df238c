import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** `open` is a hollow dot: not final. `idle` is grey: done on our side, waiting for others. */
export type Tone = 'open' | 'idle' | 'ok' | 'warn' | 'bad'

const dots: Record<Tone, string> = {
  open: 'border-[1.5px] border-idle-dot',
  idle: 'bg-idle-dot',
  ok: 'bg-ok-dot',
  warn: 'bg-warn-dot',
  bad: 'bg-bad-dot',
}

export const Dot = ({ tone }: { tone: Tone }) => (
  <span aria-hidden className={cx('inline-block size-2 shrink-0 rounded-full', dots[tone])} />
)

/** A status: never a colour alone, always with its label. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-[7px] text-sm whitespace-nowrap">
      <Dot tone={tone} />
      {children}
    </span>
  )
}
