import type { ReactNode } from 'react'
import type { TextId } from '../../../../../i18n/ids.ts'
import { formatNumber, useText } from '../../../../../i18n/text.ts'

export interface Count {
  readonly title: TextId
  readonly count: number
}

/** Numbers of recipients with a word each, without zeros. */
export function Counts({ counts, children }: { readonly counts: readonly Count[]; readonly children?: ReactNode }) {
  const t = useText()
  const some = counts.filter(({ count }) => count > 0)
  if (some.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {some.map(({ title, count }) => (
        <li key={title}>
          <span className="font-medium text-ink tabular-nums">{formatNumber(count)}</span> {t(title, { count })}
        </li>
      ))}
      {children}
    </ul>
  )
}
