import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { useText } from '../../../i18n/text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PriceCell, RecipientCell, StatusMark, TookCell } from './cells.tsx'
import { sceneTitles } from './labels.ts'
import { RowMenu } from './row-menu.tsx'

/** One message on a narrow screen. */
export function StackedMessage({ row }: { row: Message }) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <span className="flex min-w-0 items-baseline gap-2">
          <StatusMark row={row} />
          {row.reason && <span className="truncate text-sm text-ink-3">{row.reason.what}</span>}
        </span>
        <span className="text-sm text-ink-3">
          <Moment at={row.accepted_at} seconds />
        </span>
      </div>
      <RecipientCell row={row} />
      <p className="truncate text-sm text-ink-2">{row.text ?? t('logs.notKept')}</p>
      <div className="flex items-center justify-between gap-4 text-xs text-ink-3">
        <span className="flex gap-3">
          <span>{t(sceneTitles[row.scene])}</span>
          <span>{t('logs.partCount', { count: row.parts })}</span>
          <PriceCell row={row} />
        </span>
        <span className="-my-1.5 flex items-center gap-2">
          <TookCell row={row} />
          <RowMenu row={row} />
        </span>
      </div>
    </div>
  )
}
