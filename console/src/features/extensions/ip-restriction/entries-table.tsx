import type { IpEntry, IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Status } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { RowMenu } from './row-menu.tsx'

interface CellProps {
  row: IpEntry
}
type Mode = Pick<IpRestriction, 'mode'>

const idOf = ({ id }: IpEntry) => id

function NetworkCell({ row: { id, cidr, note } }: CellProps) {
  return (
    <span className="grid min-w-0">
      <Link
        to={paths.ipRestriction}
        search={{ edit: id }}
        resetScroll={false}
        data-opens
        className="font-mono text-xs leading-5 font-medium break-all after:absolute after:inset-0 after:content-['']"
      >
        {cidr}
      </Link>
      <span className="text-xs wrap-anywhere text-ink-3 empty:hidden">{note}</span>
    </span>
  )
}

function EffectCell({ row: { effect }, mode }: CellProps & Mode) {
  const t = useText()
  const isUsed = mode === 'allow' || effect === 'deny'
  return (
    <span className="grid gap-0.5">
      <Status tone={!isUsed ? 'idle' : effect === 'allow' ? 'ok' : 'bad'}>
        {t(effect === 'allow' ? 'ip-restriction.allowed' : 'ip-restriction.denied')}
      </Status>
      {!isUsed && <span className="text-xs text-ink-3">{t('ip-restriction.noEffect')}</span>}
    </span>
  )
}

function CredentialCell({ row: { key } }: CellProps) {
  const t = useText()
  if (key === null) return t('ip-restriction.allCredentials')
  return <span className="font-mono text-xs break-all">{key}</span>
}

function LastHit({ row: { last_hit_at: at } }: CellProps) {
  const t = useText()
  return at === null ? <span className="text-ink-3">{t('ip-restriction.never')}</span> : <Moment at={at} />
}

interface EntriesProps {
  rules: IpRestriction
  onRemove: (row: IpEntry) => void
}

function useColumns({ mode }: Mode, onRemove: EntriesProps['onRemove']): readonly Column<IpEntry>[] {
  return useMemo(
    () => [
      { title: 'ip-restriction.network', cell: (row) => <NetworkCell row={row} />, fixed: true, bar: 120 },
      { title: 'ip-restriction.effect', cell: (row) => <EffectCell row={row} mode={mode} />, bar: 60 },
      { title: 'ip-restriction.credential', cell: (row) => <CredentialCell row={row} />, bar: 100 },
      { title: 'ip-restriction.added', cell: (row) => <Moment at={row.created_at} />, bar: 60 },
      { title: 'ip-restriction.lastHit', cell: (row) => <LastHit row={row} />, bar: 60 },
      { title: 'ip-restriction.hits', cell: (row) => formatNumber(row.hits), end: true, bar: 30 },
      {
        title: 'ui.actions',
        cell: (row) => <RowMenu row={row} onRemove={onRemove} />,
        end: true,
        quiet: true,
        fixed: true,
        bar: 28,
      },
    ],
    [mode, onRemove],
  )
}

function StackedEntry({ row, mode, onRemove }: CellProps & Mode & Pick<EntriesProps, 'onRemove'>) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-4">
        <NetworkCell row={row} />
        <RowMenu row={row} onRemove={onRemove} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 text-ink-2">
        <EffectCell row={row} mode={mode} />
        <span>{t('ip-restriction.hitCount', { count: row.hits, number: formatNumber(row.hits) })}</span>
      </div>
      <div className="text-ink-3">
        <CredentialCell row={row} />
      </div>
    </div>
  )
}

/** The entries of the rules. */
export function EntriesTable({ rules, onRemove }: EntriesProps) {
  const t = useText()
  const { mode, entries } = rules
  const columns = useColumns(rules, onRemove)
  const stacked = useCallback(
    (row: IpEntry) => <StackedEntry row={row} mode={mode} onRemove={onRemove} />,
    [mode, onRemove],
  )
  return (
    <section className="mb-8">
      <div className="mb-3 flex items-baseline gap-3">
        <h2 className="text-md font-semibold">{t('ip-restriction.entries')}</h2>
        <span className="text-sm text-ink-3 tabular-nums">
          {t('ip-restriction.used', { used: entries.length, most: limits.entries })}
        </span>
      </div>
      {entries.length === 0 ? (
        <Card>
          <p className="text-sm text-ink-3">{t('ip-restriction.noEntries')}</p>
        </Card>
      ) : (
        <Table
          label={t('ip-restriction.entries')}
          columns={columns}
          rows={entries}
          rowKey={idOf}
          stacked={stacked}
          tall
        />
      )}
    </section>
  )
}
