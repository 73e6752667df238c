import type { ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import { type CellName, type Cells, titles } from './cells.tsx'

interface StackedProps<Row> {
  title: ReactNode
  row: Row
  cells: Cells<Row>
  names: readonly CellName[]
}

/** A row of figures on a narrow screen. */
export function StackedFigures<Row>({ title, row, cells, names }: StackedProps<Row>) {
  const t = useText()
  return (
    <div className="grid gap-2.5">
      <div className="font-medium">{title}</div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2.5">
        {names.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-ink-3">{t(titles[name])}</dt>
            <dd className="mt-0.5 tabular-nums">{cells[name](row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
