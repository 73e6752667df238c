import { useText } from '../../../i18n/text.ts'
import { Table, type Column } from '../../../ui/table.tsx'
import type { FieldEntry } from './fields.ts'
import { InlineMarkdown } from './inline-markdown.tsx'

const Name = ({ of }: { of: string }) => <code className="font-mono text-xs font-medium">{of}</code>
const Type = ({ of }: { of: string }) => <span className="font-mono text-xs text-ink-3">{of}</span>

function Meaning({ of }: { of: FieldEntry }) {
  const t = useText()
  return (
    <span className="block text-ink-2 md:py-2.5">
      <InlineMarkdown of={t(of.text)} />
    </span>
  )
}

const columns: Column<FieldEntry>[] = [
  { title: 'docs.field', cell: ({ name }) => <Name of={name} /> },
  { title: 'docs.type', cell: ({ type }) => <Type of={type} /> },
  { title: 'docs.meaning', cell: (field) => <Meaning of={field} /> },
]

const stacked = (field: FieldEntry) => (
  <span className="grid gap-1.5">
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Name of={field.name} />
      <Type of={field.type} />
    </span>
    <Meaning of={field} />
  </span>
)

/** The fields of a request or a response. */
export function FieldTable({ label, fields }: { label: string; fields: readonly FieldEntry[] }) {
  return <Table label={label} columns={columns} rows={fields} rowKey={({ name }) => name} stacked={stacked} />
}
