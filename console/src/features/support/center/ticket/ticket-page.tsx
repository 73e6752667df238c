import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'
import { Link, useParams } from '@tanstack/react-router'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Note } from '../../../../ui/note.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { StateCell } from '../cells.tsx'
import { canReopen, canSolve, reopen, solve } from '../acts.ts'
import { useTicket } from '../queries.ts'
import { AppealPanel } from './appeal-panel.tsx'
import { ClockLine } from './clock-line.tsx'
import { Conversation } from './conversation.tsx'
import { DetailsCard } from './details-card.tsx'
import { ReplyBox } from './reply-box.tsx'

function StateButton({ ticket }: { ticket: Ticket }) {
  const t = useText()
  const isReopening = canReopen(ticket)
  const [busy, act] = useBusy(() => (isReopening ? reopen(ticket) : solve(ticket)))
  if (!isReopening && !canSolve(ticket)) return null
  return (
    <Button busy={busy} busyLabel={t('center.solving')} onClick={act}>
      {t(isReopening ? 'center.reopen' : 'center.solve')}
    </Button>
  )
}

/** Replaces the reply box of a closed ticket. */
function Closed({ no }: Pick<Ticket, 'no'>) {
  const t = useText()
  return (
    <div className="mt-6">
      <Note>
        {t('center.closedText', { no })}{' '}
        <Link to={paths.supportNew} className="text-link">
          {t('center.write')}
        </Link>
      </Note>
    </div>
  )
}

function Shown({ ticket }: { ticket: Ticket }) {
  const t = useText()
  const { no, subject, appeal, state } = ticket
  return (
    <>
      <PageHeader
        title={subject}
        tab={t('center.ticketTab', { no, subject })}
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink">
            <StateCell row={ticket} />
            <ClockLine ticket={ticket} />
          </span>
        }
        crumb={t('center.numberOf', { no })}
        crumbs={[{ title: t('center.title'), path: paths.support }]}
        action={<StateButton ticket={ticket} />}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0">
          {appeal !== null && <AppealPanel appeal={appeal} />}
          <Conversation ticket={ticket} />
          {state === 'closed' ? <Closed no={no} /> : <ReplyBox ticket={ticket} />}
        </div>
        <div className="min-w-0">
          <DetailsCard ticket={ticket} />
        </div>
      </div>
    </>
  )
}

/** Replaces the page of a ticket that is not loaded, or that the account does not have. */
function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText()
  return (
    <>
      <PageHeader title={t('center.one')} crumbs={[{ title: t('center.title'), path: paths.support }]} />
      <Card>
        {error ? (
          <ErrorPanel title={t('center.oneFailed')} error={error} onRetry={retry} />
        ) : (
          <EmptyState
            title={t('center.gone')}
            text={t('center.goneText')}
            action={
              <Link to={paths.support} className={buttonLooks()}>
                {t('center.toCentre')}
              </Link>
            }
          />
        )}
      </Card>
    </>
  )
}

/** One ticket: its conversation with support, what it is about, and its clock. */
export function TicketPage() {
  const t = useText()
  const { id } = useParams({ from: paths.supportTicket })
  const { ticket, error, retry } = useTicket(id)
  if (ticket === undefined && !error) return <Skeleton label={t('ui.loading')} />
  return ticket ? <Shown key={ticket.id} ticket={ticket} /> : <Missing error={error} retry={retry} />
}
