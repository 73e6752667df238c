import type { OtherEventType } from '@hongyan/contract/vocabulary/webhook'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { Table, type Column } from '../../../ui/table.tsx'
import { InlineMarkdown } from './inline-markdown.tsx'

interface EventEntry {
  readonly type: string
  readonly text: TextId
}

/** One line for each event, and one for all statuses of a message. */
const texts = {
  'sms.template.reviewed': 'docs.event.templateReviewed',
  'sms.signature.reviewed': 'docs.event.signatureReviewed',
  'balance.low': 'docs.event.low',
  'balance.recharged': 'docs.event.recharged',
  'balance.recharge_failed': 'docs.event.rechargeFailed',
  'webhook.disabled': 'docs.event.disabled',
  'webhook.recovered': 'docs.event.recovered',
  'broadcast.started': 'docs.event.started',
  'broadcast.held': 'docs.event.held',
  'broadcast.finished': 'docs.event.finished',
  'broadcast.interrupted': 'docs.event.interrupted',
} as const satisfies Record<OtherEventType, TextId>

const rows: readonly EventEntry[] = [
  { type: 'sms.message.{status}', text: 'docs.event.message' },
  ...Object.entries(texts).map(([type, text]) => ({ type, text })),
]

const Type = ({ of }: { of: string }) => <code className="font-mono text-xs font-medium whitespace-nowrap">{of}</code>

function Meaning({ of }: { of: EventEntry }) {
  const t = useText()
  return (
    <span className="block text-ink-2 md:py-2.5">
      <InlineMarkdown of={t(of.text)} />
    </span>
  )
}

const columns: Column<EventEntry>[] = [
  { title: 'docs.event.type', cell: ({ type }) => <Type of={type} /> },
  { title: 'docs.meaning', cell: (row) => <Meaning of={row} /> },
]

const stacked = (row: EventEntry) => (
  <span className="grid gap-1.5">
    <Type of={row.type} />
    <Meaning of={row} />
  </span>
)

/** Every event that an endpoint can receive. */
export function EventTable() {
  const t = useText()
  return (
    <Table label={t('docs.events.title')} columns={columns} rows={rows} rowKey={({ type }) => type} stacked={stacked} />
  )
}
