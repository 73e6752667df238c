import { logs } from '@hongyan/contract/limits/messaging'
import { type ExportKind, exportKinds } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { oneOf, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'
import { daysBefore } from '../../../lib/calendar-day.ts'
import { type Range, readDay } from '../../../ui/list/range.ts'

/** The filter of the list's call. */
export interface ExportFilter {
  status?: ExportJobStatus
  kind?: ExportKind
}

/** The search parameters: the filter, and the form of a new export with what another page filled in. */
export interface ExportSearch extends ExportFilter {
  new?: ExportKind
  from?: string
  to?: string
  /** Filters of the page that the form was opened from, as that page's query. */
  where?: string
}

const LONGEST = 1_000

const readers: Readers<ExportSearch> = {
  status: oneOf(Object.values(ExportJobStatus)),
  kind: oneOf(exportKinds),
  new: oneOf(exportKinds),
  from: text(readDay),
  to: text(readDay),
  where: text((typed) => (typed.length <= LONGEST ? typed : null)),
}

export const readSearch = (search: object): ExportSearch => readAddress<ExportSearch>(readers, search)

/** The search of the list behind the form. */
export const filterOf = (search: ExportSearch): ExportFilter => without(search, 'new', 'from', 'to', 'where')

/** The days of a new export, by default the last seven. An end alone has the days before it that the log shows. */
export const daysOfNew = ({ from, to }: Range, today: string): Required<Range> => ({
  from: from ?? (to === undefined ? daysBefore(today, 6) : daysBefore(to, logs.maxDays - 1)),
  to: to ?? today,
})
