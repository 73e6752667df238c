import { errorWords } from '@hongyan/contract/errors'
import { useLocale, useText } from '../../../i18n/text.ts'
import { errorPageOf } from '../../../lib/error-page.ts'
import { Table, type Column } from '../../../ui/table.tsx'
import { sendApiErrors, type SendApiError } from './send-api-errors.ts'

/** The number and name in the send API, with our own code and its page below. */
const Name = ({ of }: { of: SendApiError }) => (
  <span className="block md:py-2.5 whitespace-nowrap">
    <code className="font-mono text-xs font-medium">
      {of.number} {of.word}
    </code>
    <a href={errorPageOf(of.code)} className="block font-mono text-xs text-link">
      {of.code}
    </a>
  </span>
)

const useErrorTexts = ({ code }: SendApiError) => errorWords(code, useLocale())

const What = ({ of }: { of: SendApiError }) => <span className="block md:py-2.5">{useErrorTexts(of).what}</span>
const Todo = ({ of }: { of: SendApiError }) => (
  <span className="block md:py-2.5 text-ink-2">{useErrorTexts(of).todo}</span>
)

const columns: Column<SendApiError>[] = [
  { title: 'docs.code', cell: (row) => <Name of={row} /> },
  { title: 'docs.http', cell: ({ http }) => http },
  { title: 'docs.what', cell: (row) => <What of={row} /> },
  { title: 'docs.todo', cell: (row) => <Todo of={row} /> },
]

const stacked = (row: SendApiError) => (
  <span className="grid gap-1.5">
    <span className="flex items-start justify-between gap-3">
      <Name of={row} />
      <span className="text-xs whitespace-nowrap text-ink-3 tabular-nums">HTTP {row.http}</span>
    </span>
    <What of={row} />
    <Todo of={row} />
  </span>
)

const keyOf = ({ code }: SendApiError) => code

/** Every error of the send API, from the server's own table. */
export function ErrorTable() {
  const t = useText()
  return (
    <Table label={t('docs.errors.title')} columns={columns} rows={sendApiErrors} rowKey={keyOf} stacked={stacked} />
  )
}
