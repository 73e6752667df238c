import type { ReactNode } from 'react'

/** Code inside a sentence. */
export const InlineCode = ({ children }: { children: ReactNode }) => (
  <code className="rounded-[4px] border border-line bg-well px-1 py-px font-mono text-[12px] break-words text-ink">
    {children}
  </code>
)
