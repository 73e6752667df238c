import type { RefusedRequest } from '@hongyan/contract/endpoints/messaging/credentials'
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { gap } from '../../../i18n/gap.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { errorPageOf } from '../../../lib/error-page.ts'
import { helpPath } from '../../../lib/help-path.ts'
import { paths } from '../../../lib/paths.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { HelpLink } from '../../../ui/help-link.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { copyText, recordItems } from '../../../ui/record-items.ts'
import type { Column } from '../../../ui/table.tsx'

interface CellProps {
  row: RefusedRequest
}

type Limit = NonNullable<RefusedRequest['limit']>

const scopes: Readonly<Record<Limit['scope'], TextId>> = {
  recipient: 'credentials.limitRecipient',
  recipient_template: 'credentials.limitTemplate',
  recipient_content: 'credentials.limitContent',
  recipient_signature: 'credentials.limitSender',
  day: 'credentials.limitAccount',
  country: 'credentials.limitCountry',
}

const windows: Readonly<Record<Limit['window'], TextId>> = {
  minute: 'credentials.limitMinute',
  hour: 'credentials.limitHour',
  day: 'credentials.limitDay',
}

interface Place {
  readonly title: TextId
  readonly path: string
}

const rates: Place = { title: 'shell.rateLimiting', path: paths.rateLimiting }
/** The page that changes what refused a request. */
const places: ReadonlyMap<string, Place> = new Map([
  ['ip_not_allowed', { title: 'shell.ipRestriction', path: paths.ipRestriction }],
  ['recipient_rate_limited', rates],
  ['day_cap_reached', rates],
  ['country_cap_reached', rates],
])

function LimitText({ limit: { scope, window, limit, reset_at: at } }: { limit: Limit }) {
  const t = useText()
  const number = t(windows[window], { number: formatNumber(limit) })
  return (
    <span className="text-ink-2">
      {t('credentials.limitText', { scope: t(scopes[scope]), limit: number })}
      {gap()}
      {t('credentials.limitResets')}
      {gap()}
      <Moment at={at} seconds />
    </span>
  )
}

/** The cause, the next step, and the pages that say more. */
function ErrorCell({ row: { id, reason, limit, request_id: request } }: CellProps) {
  const t = useText()
  const { code, what, todo, side } = reason
  const place = places.get(code)
  return (
    <span className="grid gap-0.5">
      <span className="font-medium">{what}</span>
      {limit !== null && <LimitText limit={limit} />}
      {todo !== '' && <span className="text-ink-2">{todo}</span>}
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        <a href={errorPageOf(code)} target="_blank" rel="noopener" className="font-mono text-xs/6 text-link">
          {code} <span className="sr-only">({t('ui.newTab')})</span>
        </a>
        {place && (
          <Link to={place.path} className="text-xs/6 text-link">
            {t(place.title)}
          </Link>
        )}
        {side === 'us' && (
          <HelpLink
            href={helpPath({ about: `refused_request:${id}`, code, request })}
            className="text-xs/6 text-link"
          />
        )}
      </span>
    </span>
  )
}

function Menu({ row: { id, request_id: request, reason } }: CellProps) {
  const t = useText()
  const items = [
    { id: 'copy-request', title: t('credentials.copyRequestId'), icon: Copy, act: () => copyText(request) },
    ...recordItems({ kind: 'refused_request', id, code: reason.code, request }),
  ]
  return <ActionsButton label={t('credentials.actionsOf', { id: request })} groups={[{ items }]} />
}

export const requestColumns: readonly Column<RefusedRequest>[] = [
  { title: 'credentials.time', cell: ({ at }) => <Moment at={at} seconds />, fixed: true, bar: 64 },
  { title: 'credentials.error', cell: (row) => <ErrorCell row={row} />, fixed: true, bar: 240 },
  { title: 'credentials.address', cell: ({ address }) => <span className="tabular-nums">{address}</span>, bar: 96 },
  { title: 'credentials.action', cell: ({ action }) => <span className="font-mono text-xs">{action}</span>, bar: 110 },
  { title: 'ui.actions', cell: (row) => <Menu row={row} />, end: true, quiet: true, fixed: true, bar: 24 },
]

/** One refused request on a narrow screen. */
export function StackedRequest({ row }: CellProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4 text-ink-3">
        <span className="flex min-w-0 flex-wrap gap-x-3">
          <Moment at={row.at} seconds />
          <span className="wrap-anywhere tabular-nums">{row.address}</span>
        </span>
        <Menu row={row} />
      </div>
      <ErrorCell row={row} />
      <span className="font-mono text-xs wrap-anywhere text-ink-3">{row.action}</span>
    </div>
  )
}
