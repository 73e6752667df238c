import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { useText } from '../../../i18n/text.ts'
import { AboutCell, AfterCell, ChannelCell, IdCell, RowActs, StatusCell, TimeCell, TypeCell } from './cells.tsx'
import { MaybeCheck } from './check-payment.tsx'
import { Amount } from './figure.tsx'

/** One transaction on a narrow screen. */
export function StackedTransaction({ line }: { line: Transaction }) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <StatusCell line={line} />
        <span className="text-ink-2 tabular-nums">
          <TimeCell line={line} />
        </span>
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-medium">
          <TypeCell line={line} />
        </span>
        <Amount line={line} />
      </div>
      <div className="flex items-start justify-between gap-4">
        <AboutCell line={line} />
        {line.balance_after !== null && (
          <span className="text-right text-xs leading-5 text-ink-3">
            {t('transactions.after')} <AfterCell line={line} />
          </span>
        )}
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-x-3 text-xs">
          <ChannelCell line={line} />
          <IdCell line={line} />
        </span>
        <MaybeCheck line={line} />
        <RowActs line={line} />
      </div>
    </div>
  )
}
