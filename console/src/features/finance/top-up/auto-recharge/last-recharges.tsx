import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { TradeType, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { formatDate, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { TextPlaceholder } from '../../../../ui/text-placeholder.tsx'
import { type Tone, Status } from '../../../../ui/status.tsx'
import { moneyText } from '../amount.ts'

const SHOWN = 5
const MOMENT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const UTC = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const

const states: Readonly<Record<TransactionStatus, readonly [TextId, Tone]>> = {
  [TransactionStatus.Pending]: ['auto-recharge.underWay', 'open'],
  [TransactionStatus.Posted]: ['auto-recharge.done', 'ok'],
  [TransactionStatus.Failed]: ['auto-recharge.tryFailed', 'bad'],
  [TransactionStatus.Reversed]: ['auto-recharge.takenBack', 'warn'],
}

/** Loads the newest recharges, again whenever the balance changes. */
function useRecharges(balance: string) {
  const query = { type: TradeType.Charge, auto: 'true', limit: SHOWN } as const
  return useQuery({
    queryKey: [api.transactions.list.address, query, balance],
    queryFn: ({ signal }) => api.transactions.list({ query }, signal),
    placeholderData: keepPreviousData,
  })
}

const row = 'flex h-10 items-center gap-3 border-t border-line text-sm'

/** Time, status and amount. The time opens the transaction. */
function Recharge({ line: { id, at, status, amount } }: { line: Transaction }) {
  const t = useText()
  const { currency } = useAccount()
  const [label, tone] = states[status]
  const moment = new Date(at)
  const isDone = status === TransactionStatus.Posted
  return (
    <li className={row}>
      <Link to={paths.transactions} search={{ open: id }} className="text-ink-2 hover:text-ink hover:underline">
        <time dateTime={at} title={`${formatDate(moment, UTC)} UTC`} className="tabular-nums">
          {formatDate(moment, MOMENT)}
        </time>
      </Link>
      <span className="flex-1">
        <Status tone={tone}>{t(label)}</Status>
      </span>
      <span className={`tabular-nums ${isDone ? 'font-medium' : 'text-ink-3'}`}>{moneyText(amount, currency)}</span>
    </li>
  )
}

const Line = ({ children }: { children: ReactNode }) => <p className={`${row} text-ink-3`}>{children}</p>

/** The latest recharges. */
export function LastRecharges() {
  const t = useText()
  const { balance_amount: balance } = useAccount()
  const { data, isError } = useRecharges(balance)
  return (
    <section aria-labelledby="last" className="mt-6">
      <h2 id="last" className="mb-2 font-semibold">
        {t('auto-recharge.last')}
      </h2>
      <div className="border-b border-line">
        {data === undefined && <Line>{isError ? t('auto-recharge.lastFailed') : <TextPlaceholder width={180} />}</Line>}
        {data?.length === 0 && <Line>{t('auto-recharge.lastNone')}</Line>}
        <ul>
          {data?.map((line) => (
            <Recharge key={line.id} line={line} />
          ))}
        </ul>
      </div>
    </section>
  )
}
