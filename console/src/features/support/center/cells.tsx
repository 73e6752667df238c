import type { TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Status } from '../../../ui/status.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { categoryTitles, priorityLooks, stateLooks } from './labels.ts'

interface CellProps {
  row: TicketSummary
}

/** The subject, which opens the ticket. */
export const SubjectCell = ({ row: { id, subject } }: CellProps) => (
  <Link
    to={paths.supportTicket}
    params={{ id }}
    data-opens
    className="font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
  >
    {subject}
  </Link>
)

export const NumberCell = ({ row: { no } }: CellProps) => <span className="text-ink-3 tabular-nums">#{no}</span>

export function CategoryCell({ row: { category } }: CellProps) {
  const t = useText()
  return <span className="whitespace-nowrap">{t(categoryTitles[category])}</span>
}

export function PriorityCell({ row: { priority } }: CellProps) {
  const t = useText()
  const { tone, title } = priorityLooks[priority]
  return <Tag tone={tone}>{t(title)}</Tag>
}

export function StateCell({ row: { state } }: CellProps) {
  const t = useText()
  const { tone, title } = stateLooks[state]
  return <Status tone={tone}>{t(title)}</Status>
}
