import { useText } from '../../../i18n/text.ts'
import { Status } from '../../../ui/status.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { endings, testNumbers, type TestNumber } from './test-numbers.ts'

function Ends({ of }: { of: TestNumber['ends'] }) {
  const t = useText()
  return of === null ? t('docs.number.ends') : <code className="font-mono text-xs font-medium">…{of}</code>
}

function Happening({ of }: { of: TestNumber }) {
  const t = useText()
  return <span className="block text-ink-2 md:py-2.5">{t(of.text)}</span>
}

function StatusLabel({ status }: { status: TestNumber['status'] }) {
  const t = useText()
  const { label, tone } = endings[status]
  return (
    <Status tone={tone}>
      {t(label)} <span className="text-ink-3 tabular-nums">{status}</span>
    </Status>
  )
}

const columns: Column<TestNumber>[] = [
  { title: 'docs.endsIn', cell: ({ ends }) => <Ends of={ends} /> },
  { title: 'docs.happens', cell: (row) => <Happening of={row} /> },
  { title: 'docs.endStatus', cell: ({ status }) => <StatusLabel status={status} /> },
]

const stacked = (row: TestNumber) => (
  <span className="grid gap-1.5">
    <span className="flex items-center justify-between gap-3">
      <Ends of={row.ends} />
      <StatusLabel status={row.status} />
    </span>
    <Happening of={row} />
  </span>
)

const keyOf = ({ text }: TestNumber) => text

/** The sandbox recipients with a defined outcome. */
export function TestNumberTable() {
  const t = useText()
  return <Table label={t('docs.numbers.title')} columns={columns} rows={testNumbers} rowKey={keyOf} stacked={stacked} />
}
