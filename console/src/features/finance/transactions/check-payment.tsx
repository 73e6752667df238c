import { shownDecimals } from '@hongyan/contract/limits/screens'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'
import { t, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { channelOf, type CheckedLine, isCheckable } from './checkable.ts'
import { moneyText } from './figures.ts'
import { reloadTransactions } from './queries.ts'

async function statusOf(line: CheckedLine, channel: TopUpChannel): Promise<TopUpStatus> {
  const query = { ts: String(Date.now()) }
  const { status } = await api.topUp.check({ query, body: { id: [line.id], channel } })
  return status
}

function showResult(status: TopUpStatus, amount: string): void {
  if (status === TopUpStatus.Processing) toast('ok', t('transactions.processed'), t('transactions.processingText'))
  else if (status === TopUpStatus.Paid)
    toast('ok', t('transactions.checkPaid'), t('transactions.checkPaidText', { amount }))
  else toast('bad', t('transactions.checkClosed'), t('transactions.checkClosedText'))
}

/** The button that checks an unpaid top-up, above the link that covers its row. */
export const MaybeCheck = ({ line }: { line: CheckedLine }) =>
  isCheckable(line) ? (
    <span className="relative z-1">
      <CheckPayment line={line} />
    </span>
  ) : null

/** Checks a top-up, shows the result, and reloads list, totals and balance. */
function CheckPayment({ line }: { line: CheckedLine }) {
  const t = useText()
  const { currency } = useAccount()
  const [checking, setAsking] = useState(false)
  const [unpaid, setUnpaid] = useState(false)
  const channel = channelOf(line)
  if (channel === undefined) return null

  async function check(by: TopUpChannel) {
    setAsking(true)
    setUnpaid(false)
    try {
      const status = await statusOf(line, by)
      setUnpaid(status === TopUpStatus.Open)
      if (status === TopUpStatus.Open) return
      showResult(status, moneyText(line.amount, currency, shownDecimals.topUp))
      await Promise.all([reloadTransactions(), reloadAccount(queryClient)])
    } catch (error) {
      showError(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span role="status" className="text-xs text-ink-2 empty:hidden">
        {unpaid && t('transactions.checkOpen')}
      </span>
      <Button size="row" busy={checking} busyLabel={t('transactions.checking')} onClick={() => void check(channel)}>
        {t('transactions.check')}
      </Button>
    </span>
  )
}
