import type { ReactNode } from 'react'

/** A country as its two letters, since not every system has flags. */
export function CountryChip({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-4 items-center rounded-[4px] bg-fill px-1.5 text-[10px] leading-none font-semibold text-ink-2">
      {children}
    </span>
  )
}
