import type { ReactNode } from 'react'

/** One row of the sheet: a title and its example. */
export function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line py-3.5 sm:grid-cols-[104px_minmax(0,1fr)] sm:gap-0">
      <h2 className="pt-2 text-xs text-ink-3">{title}</h2>
      <div className="flex min-w-0 flex-wrap items-start gap-x-2.5 gap-y-2">{children}</div>
    </section>
  )
}
