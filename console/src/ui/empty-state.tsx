import type { ReactNode } from 'react'
import { Mark } from './logo.tsx'

interface EmptyStateProps {
  title: string
  /** `h1` where the page has no other content. */
  heading?: 'h1' | 'h2'
  text: string
  action?: ReactNode
  children?: ReactNode
}

/** An empty list: one sentence, one button, and room for one snippet. */
export function EmptyState({ title, heading: Heading = 'h2', text, action, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center sm:px-6">
      <Mark size={36} className="text-ink-3" />
      <Heading className="mt-4 text-md font-semibold">{title}</Heading>
      <p className="mt-1 max-w-[400px] text-ink-2">{text}</p>
      {action !== undefined && <div className="mt-5">{action}</div>}
      {children !== undefined && <div className="mt-8 w-full max-w-[560px] text-left">{children}</div>}
    </div>
  )
}
