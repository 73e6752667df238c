import type { AnalyticsDimension } from '@hongyan/contract/vocabulary/analytics'
import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { paths } from '../../../lib/paths.ts'
import type { Range } from '../../../ui/list/range.ts'

const ACCEPTED = 'charged,held,released'

/** The filters of the log that select exactly the messages of a figure. */
const filters = {
  messages: { money: ACCEPTED },
  refused: { money: 'free' },
  delivered: { status: '4,10' },
  failed: { money: ACCEPTED, status: '5,8,9,11,13' },
  waiting: { status: '0,1,2,3' },
  cost: { money: 'charged' },
  all: {},
} as const satisfies Record<string, { money?: string; status?: string }>

export type FigureName = keyof typeof filters

/** The messages around a figure: their days, and the key of its row. */
interface Rows extends Required<Range> {
  readonly by?: AnalyticsDimension
  /** `none` for messages without a key. */
  readonly key?: string
}

export const RowsContext = createContext<Rows>({ from: '', to: '' })

interface FigureProps {
  of: FigureName
  /** The meaning of the value, for screen readers, where the value does not say it. */
  label?: string
  children: ReactNode
}

/** A figure that opens its messages in the log. */
export function Figure({ of, label, children }: FigureProps) {
  const { from, to, by, key } = use(RowsContext)
  const search = { from, to, ...filters[of], ...(by !== undefined && key !== undefined && { [by]: key }) }
  return (
    <Link
      to={paths.logs}
      search={search}
      className="rounded-sm underline decoration-line-strong decoration-1 underline-offset-3 hover:text-link hover:decoration-current"
    >
      {children}
      {label !== undefined && <span className="sr-only"> {label}</span>}
    </Link>
  )
}
