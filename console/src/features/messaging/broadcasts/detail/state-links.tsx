import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { recipientStates } from '@hongyan/contract/vocabulary/broadcast'
import { Link } from '@tanstack/react-router'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Status } from '../../../../ui/status.tsx'
import { stateLooks } from '../labels.ts'

/** The id of the heading that the links lead to. */
export const RECIPIENTS = 'recipients'

/** The number of recipients in each state. Each leads to these recipients. */
export function StateLinks({ broadcast: { id, counts } }: { broadcast: BroadcastDetail }) {
  const t = useText()
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-5 sm:grid-cols-5">
      {recipientStates.map((state) => (
        <li key={state} className="grid gap-0.5">
          <Link
            to={paths.broadcastOne}
            params={{ id }}
            search={{ state }}
            hash={RECIPIENTS}
            className="w-fit rounded-sm hover:underline"
          >
            <Status tone={stateLooks[state].tone}>{t(stateLooks[state].title)}</Status>
          </Link>
          <span className="font-medium tabular-nums">{formatNumber(counts[state])}</span>
        </li>
      ))}
    </ul>
  )
}
