import type { IpCall, IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { readNetwork } from '@hongyan/contract/ip/network'
import { Link } from '@tanstack/react-router'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RecordMenu } from '../../../ui/record-menu.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table.tsx'

interface CellProps {
  row: IpCall
}

const Address = ({ row: { address } }: CellProps) => (
  <span className="font-mono text-xs leading-5 break-all">{address}</span>
)

function Country({ row: { country } }: CellProps) {
  const t = useText()
  if (country === null) return <span className="text-ink-3">{t('ip-restriction.unknown')}</span>
  return <CountryChip>{country}</CountryChip>
}

function Credential({ row: { key } }: CellProps) {
  const t = useText()
  if (key === null) return <span className="text-ink-3">{t('ip-restriction.deleted')}</span>
  return <span className="font-mono text-xs break-all">{key}</span>
}

function Result({ row: { refused } }: CellProps) {
  const t = useText()
  return (
    <Status tone={refused ? 'bad' : 'warn'}>
      {t(refused ? 'ip-restriction.refusedCall' : 'ip-restriction.reportedCall')}
    </Status>
  )
}

/** Leads to the form with the address of a call, for an allow-list. */
function Allow({ row: { address }, mode }: CellProps & Pick<IpRestriction, 'mode'>) {
  const t = useText()
  if (mode === 'deny' || !readNetwork(address).ok) return null
  return (
    <Link
      to={paths.ipRestriction}
      search={{ form: 'add', ips: address }}
      resetScroll={false}
      aria-label={t('ip-restriction.allowWhich', { ip: address })}
      className={buttonLooks('ghost', 'row')}
    >
      {t('ip-restriction.allowThis')}
    </Link>
  )
}

/** The actions at the end of a call. */
function Acts({ row, mode }: CellProps & Pick<IpRestriction, 'mode'>) {
  const t = useText()
  return (
    <span className="inline-flex items-center gap-1">
      <Allow row={row} mode={mode} />
      <RecordMenu kind="ip_call" id={row.id} name={t('ip-restriction.callFrom', { ip: row.address })} />
    </span>
  )
}

const country: Column<IpCall> = { title: 'ip-restriction.country', cell: (row) => <Country row={row} />, bar: 30 }

/** The columns of refused calls, with countries where the server knows them. */
export const columnsOf = ({
  countries,
  mode,
}: Pick<IpRestriction, 'countries' | 'mode'>): readonly Column<IpCall>[] => [
  { title: 'ip-restriction.time', cell: ({ at }) => <Moment at={at} seconds />, fixed: true, bar: 80 },
  { title: 'ip-restriction.address', cell: (row) => <Address row={row} />, bar: 110 },
  ...(countries ? [country] : []),
  { title: 'ip-restriction.credential', cell: (row) => <Credential row={row} />, bar: 110 },
  {
    title: 'ip-restriction.action',
    cell: ({ action }) => <span className="font-mono text-xs break-all">{action}</span>,
    bar: 110,
  },
  { title: 'ip-restriction.result', cell: (row) => <Result row={row} />, bar: 60 },
  { title: 'ip-restriction.calls', cell: ({ calls }) => formatNumber(calls), end: true, bar: 30 },
  {
    title: 'ui.actions',
    cell: (row) => <Acts row={row} mode={mode} />,
    end: true,
    quiet: true,
    fixed: true,
    bar: 40,
  },
]

/** A refused call on a narrow screen. */
export function StackedCall({ row, mode }: CellProps & Pick<IpRestriction, 'mode'>) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-4">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Address row={row} />
          {row.country !== null && <CountryChip>{row.country}</CountryChip>}
        </span>
        <Acts row={row} mode={mode} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-ink-2">
        <Result row={row} />
        <span>
          <Moment at={row.at} seconds />
          {row.calls > 1 && ` · ${t('ip-restriction.calls24', { count: row.calls, number: formatNumber(row.calls) })}`}
        </span>
      </div>
      <div className="text-ink-3">
        <Credential row={row} />
      </div>
    </div>
  )
}
