import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Card } from '../../../../ui/card.tsx'
import { CopyableId } from '../../../../ui/copy.tsx'
import { DetailRow } from '../../../../ui/detail-row.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { CategoryCell, PriorityCell } from '../cells.tsx'
import { DiagnosticsLines } from '../form/diagnostics-lines.tsx'
import { impactLooks } from '../labels.ts'
import { AboutText } from '../about-text.tsx'

/** The records that the ticket names, each with a link to its page. */
function References({ ticket: { about, message_ids: ids, numbers } }: { ticket: Ticket }) {
  return (
    <>
      {about !== null && (
        <DetailRow title="center.about">
          <AboutText about={about} />
        </DetailRow>
      )}
      {ids.length > 0 && (
        <DetailRow title="center.messages">
          <ul className="grid max-h-48 gap-1 overflow-y-auto">
            {ids.map((id) => (
              <li key={id}>
                <Link to={paths.logs} search={{ open: id }} className="text-link font-mono text-xs break-all">
                  {id}
                </Link>
              </li>
            ))}
          </ul>
        </DetailRow>
      )}
      {numbers.length > 0 && (
        <DetailRow title="center.numbers">
          <ul className="grid gap-1 tabular-nums">
            {numbers.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ul>
        </DetailRow>
      )}
    </>
  )
}

/** Shows the properties of a ticket and the records that it names. */
export function DetailsCard({ ticket }: { ticket: Ticket }) {
  const t = useText()
  const { id, impact, category, contact, created_at: created, diagnostics } = ticket
  return (
    <Card className="grid grid-cols-1 gap-4 text-sm">
      <h2 className="text-base font-semibold">{t('center.details')}</h2>
      <dl>
        <DetailRow title="center.category">
          <CategoryCell row={ticket} />
        </DetailRow>
        {category !== 'appeal' && <DetailRow title="center.impact">{t(impactLooks[impact].title)}</DetailRow>}
        <DetailRow title="center.priority">
          <PriorityCell row={ticket} />
        </DetailRow>
        <DetailRow title="center.created">
          <Moment at={created} minutes />
        </DetailRow>
        <References ticket={ticket} />
        {contact !== null && (
          <DetailRow title="center.contact">
            <span className="wrap-anywhere">{contact}</span>
          </DetailRow>
        )}
        <DetailRow title="center.id">
          <span className="grid grid-cols-1">
            <CopyableId value={id} what={t('center.id')} />
          </span>
        </DetailRow>
      </dl>
      {diagnostics !== null && (
        <details>
          <summary className="cursor-pointer font-medium">{t('center.diagnosticsAttached')}</summary>
          <div className="mt-3 grid gap-2">
            <p className="text-xs text-ink-3">
              {t('center.diagnosticsTaken')} <Moment at={diagnostics.taken_at} minutes />
            </p>
            <DiagnosticsLines lines={diagnostics.lines} />
          </div>
        </details>
      )}
    </Card>
  )
}
