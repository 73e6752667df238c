import type { ReactNode } from 'react'
import type { TextId } from '../i18n/ids.ts'
import { useText } from '../i18n/text.ts'

interface DetailRowProps {
  title: TextId
  children: ReactNode
}

/** A label with its value, in a sheet. */
export function DetailRow({ title, children }: DetailRowProps) {
  const t = useText()
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-2 py-1.5">
      <dt className="text-ink-3">{t(title)}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
