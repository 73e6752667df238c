import type { TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, Eye, RotateCcw } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { recordItems } from '../../../ui/record-items.ts'
import { showError } from '../../../ui/show-error.ts'
import { canReopen, canSolve, reopen, solve } from './acts.ts'

/** Every action on a ticket. */
export function RowMenu({ row }: { row: TicketSummary }) {
  const t = useText()
  const navigate = useNavigate()
  const { id, no } = row
  const show = () => void navigate({ to: paths.supportTicket, params: { id } })
  const solving = {
    id: 'solve',
    title: t('center.solve'),
    icon: CircleCheck,
    act: () => void solve(row).catch(showError),
  }
  const reopening = {
    id: 'reopen',
    title: t('center.reopen'),
    icon: RotateCcw,
    act: () => void reopen(row).catch(showError),
  }
  const items = [
    { id: 'open', title: t('center.open'), icon: Eye, act: show },
    ...(canSolve(row) ? [solving] : []),
    ...(canReopen(row) ? [reopening] : []),
    ...recordItems({ kind: 'ticket', id }),
  ]
  return <ActionsButton label={t('center.actionsOf', { no })} groups={[{ items }]} />
}
