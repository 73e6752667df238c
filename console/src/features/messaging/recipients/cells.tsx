import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { reasonTitles } from '../../../ui/recipient-list/choice.ts'
import { Status } from '../../../ui/status.tsx'
import { useActs } from './acts.ts'
import { numberText, reasonTones, scenesText, sourceTitles } from './labels.ts'

interface CellProps {
  row: ListedRecipient
}

/** The number, which opens the form of its entry. */
export function NumberCell({ row }: CellProps) {
  const { edit } = useActs()
  return (
    <span className="inline-flex items-center gap-2">
      {row.country !== null && <CountryChip>{row.country}</CountryChip>}
      <button
        type="button"
        data-opens
        onClick={() => edit(row)}
        className="text-left font-medium whitespace-nowrap tabular-nums after:absolute after:inset-0 after:content-['']"
      >
        {numberText(row)}
      </button>
    </span>
  )
}

export function ReasonCell({ row: { reason } }: CellProps) {
  const t = useText()
  return <Status tone={reasonTones[reason]}>{t(reasonTitles[reason])}</Status>
}

/** The scenes that the number does not get. */
export function ScenesCell({ row }: CellProps) {
  useText()
  return <>{scenesText(row)}</>
}

/** The origin; the message that the entry was made from is a link. */
export function SourceCell({ row: { source, message } }: CellProps) {
  const t = useText()
  if (message === null) return <>{t(sourceTitles[source])}</>
  return (
    <Link to={paths.logs} search={{ open: message }} className="relative z-1 text-link">
      {t(sourceTitles[source])}
    </Link>
  )
}

export function NoteCell({ row: { note } }: CellProps) {
  return note === '' ? (
    <span className="text-ink-3">–</span>
  ) : (
    <span className="block max-w-[220px] truncate text-ink-2">{note}</span>
  )
}
