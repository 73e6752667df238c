import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { RowDownload } from '../../../ui/row-download.tsx'
import { Status } from '../../../ui/status.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { failureTitles, kindTitles, repeatTitles, sizeText, statusTitles, statusTones } from './labels.ts'
import { countFilters } from './order.ts'
import { fileOf } from './queries.ts'

interface CellProps {
  row: Export
}

export function NameCell({ row: { name, repeat } }: CellProps) {
  const t = useText()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
      {name}
      {repeat !== 'none' && <Tag>{t(repeatTitles[repeat])}</Tag>}
    </span>
  )
}

/** The days of an export, and the number of filters beside them. */
export function RangeCell({ row: { kind, from, to, filters } }: CellProps) {
  const t = useText()
  const count = countFilters({ filters })
  return (
    <span className="grid">
      <span>{t(kindTitles[kind])}</span>
      <span className="text-xs text-ink-3">
        {from === to ? from : `${from} – ${to}`}
        {count > 0 && ` · ${t('exports.filters', { count })}`}
      </span>
    </span>
  )
}

/** The state: its real progress while it runs, and the reason of a failure. */
export function StateCell({ row }: CellProps) {
  const t = useText()
  const { status, reason, progress, expired, expires_at: expires } = row
  if (status === ExportJobStatus.Pending) {
    const label = t('exports.progressOf', { name: row.name })
    return (
      <span className="block w-32">
        <Progress label={label} done={progress} of={100} text={`${progress}%`} />
      </span>
    )
  }
  if (expired) return <Status tone="idle">{t('exports.expired')}</Status>
  return (
    <span className="grid">
      <Status tone={statusTones[status]}>{t(statusTitles[status])}</Status>
      {reason !== null && <span className="text-xs text-ink-3">{t(failureTitles[reason])}</span>}
      {expires !== null && (
        <span className="text-xs text-ink-3">
          {t('exports.keptUntil')} <Moment at={expires} />
        </span>
      )}
    </span>
  )
}

export function FileCell({ row: { format, gzip, size, rows } }: CellProps) {
  const t = useText()
  return (
    <span className="grid justify-items-end tabular-nums">
      <span>{t('exports.rows', { count: rows, number: formatNumber(rows) })}</span>
      <span className="text-xs text-ink-3">
        {`${format.toUpperCase()}${gzip ? ' (gzip)' : ''}`} · {sizeText(size)}
      </span>
    </span>
  )
}

/** Downloads the file of a finished export, as long as it is kept. */
export function DownloadCell({ row: { id, name, status, expired } }: CellProps) {
  const t = useText()
  if (status !== ExportJobStatus.Finished || expired) return null
  return <RowDownload href={fileOf(id)} label={t('exports.downloadOf', { name })} />
}

export const CreatedCell = ({ row: { created_at: at } }: CellProps) => <Moment at={at} />
