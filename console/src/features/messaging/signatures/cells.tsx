import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { Link } from '@tanstack/react-router'
import { joined } from '../../../i18n/joined.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { FilingChips } from '../../../ui/review/filing-chips.tsx'
import { ReviewMark } from '../../../ui/review/review-status.tsx'
import { RevocationMark } from '../../../ui/review/revocation.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { kindTitles, sceneTitles, shownName } from './labels.ts'

interface CellProps {
  row: Signature
}

/** The name as recipients see it, which opens the sender. */
export function NameCell({ row }: CellProps) {
  const t = useText()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        from={paths.signatures}
        to={paths.signatures}
        search={(now) => ({ ...now, open: row.id })}
        resetScroll={false}
        data-opens
        className="font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
      >
        {shownName(row)}
      </Link>
      {row.is_default && <Tag>{t('signatures.default')}</Tag>}
    </span>
  )
}

export function StatusCell({ row: { status, revocation } }: CellProps) {
  return (
    <span className="grid gap-0.5 md:py-2">
      <ReviewMark status={status} />
      <RevocationMark revocation={revocation} />
    </span>
  )
}

export function SourceCell({ row: { kind, usage } }: CellProps) {
  const t = useText()
  const title = t(kindTitles[kind])
  return usage === 'own' ? title : t('signatures.sourceOfClient', { kind: title })
}

export function ScenesCell({ row: { scenes } }: CellProps) {
  const t = useText()
  return joined(scenes.map((scene) => t(sceneTitles[scene])))
}

export function RegionsCell({ row: { regions } }: CellProps) {
  const t = useText()
  return joined(regions.map((region) => t(`signatures.${region}`)))
}

/** Only senders of mainland China are filed at carriers, which may let those lapse that no message uses. */
export function FilingCell({ row: { filings, lapses_on: lapsesOn } }: CellProps) {
  const t = useText()
  if (filings.length === 0) return <span className="text-ink-3">–</span>
  return (
    <span className="grid gap-1 md:py-2">
      <FilingChips filings={filings} />
      {lapsesOn !== null && <span className="text-xs text-warn">{t('signatures.lapses', { day: lapsesOn })}</span>}
    </span>
  )
}
