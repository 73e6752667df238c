import type { Invoice } from '@hongyan/contract/endpoints/finance/invoices'
import { useMedia } from '../../../ui/media.ts'
import type { Column } from '../../../ui/table.tsx'
import { DayCell, IssuedCell, MoneyCell, NumberCell, RowActs, StatusCell } from './cells.tsx'
import { periodText } from './days.ts'

const number: Column<Invoice> = {
  title: 'invoices.number',
  cell: (invoice) => <NumberCell invoice={invoice} />,
  fixed: true,
  bar: 96,
}
const period: Column<Invoice> = { title: 'invoices.period', cell: periodText, sort: 'from', bar: 96 }
const issued: Column<Invoice> = {
  title: 'invoices.issued',
  cell: (invoice) => <IssuedCell invoice={invoice} />,
  bar: 80,
}
const due: Column<Invoice> = {
  title: 'invoices.due',
  cell: (invoice) => <DayCell day={invoice.due_on} />,
  sort: 'due_on',
  bar: 80,
}
const total: Column<Invoice> = {
  title: 'invoices.total',
  cell: (invoice) => <MoneyCell invoice={invoice} of="total" />,
  end: true,
  sort: 'total',
  bar: 72,
}
const paid: Column<Invoice> = {
  title: 'invoices.paid',
  cell: (invoice) => <MoneyCell invoice={invoice} of="paid" />,
  end: true,
  bar: 72,
}
const outstanding: Column<Invoice> = {
  title: 'invoices.outstanding',
  cell: (invoice) => <MoneyCell invoice={invoice} of="outstanding" />,
  end: true,
  bar: 72,
}
const status: Column<Invoice> = {
  title: 'invoices.status',
  cell: (invoice) => <StatusCell invoice={invoice} />,
  bar: 64,
}
const acts: Column<Invoice> = {
  title: 'ui.actions',
  cell: (invoice) => <RowActs invoice={invoice} />,
  end: true,
  quiet: true,
  fixed: true,
  bar: 56,
}

const wide = [number, period, issued, due, total, paid, outstanding, status, acts]
const medium = [number, period, due, outstanding, status, acts]

/** The columns that fit beside the menu. */
export const useColumns = (): readonly Column<Invoice>[] => (useMedia('(min-width: 1240px), print') ? wide : medium)
