import type { ReactNode } from 'react'
import { Dot, type Tone } from './status.tsx'

const box = 'inline-flex h-5 items-center gap-1.5 rounded-sm px-1.5 text-xs whitespace-nowrap'

/** A short property, with a dot where it is a status too. */
export function Tag({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`${box} border border-line bg-raised font-medium text-ink-2`}>
      {tone && <Dot tone={tone} />}
      {children}
    </span>
  )
}

/** Inline code, such as a template's variable. */
export function CodeChip({ children }: { children: ReactNode }) {
  return <code className={`${box} border border-line-strong bg-fill font-mono text-ink`}>{children}</code>
}

export function Key({ children }: { children: ReactNode }) {
  return <kbd className={`${box} border border-line-strong bg-raised font-sans text-[11px] text-ink-3`}>{children}</kbd>
}
