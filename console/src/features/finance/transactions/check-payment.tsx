import { shownDecimals } from '@hongyan/contract/limits/screens'
import { isBlocked, type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'
import { t, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { channelOf, type CheckedLine, isCheckable } from './checkable.ts'
import { moneyText } from '@hongyan/contract/money-text'
import { checkResult } from './labels.ts'
import { reloadTransactions } from './queries.ts'

async function statusOf(line: CheckedLine, channel: TopUpChannel): Promise<TopUpStatus> {
  const query = { ts: String(Date.now()) }
  const { status } = await api.topUp.check({ query, body: { id: [line.id], channel } })
  return status
}

function showResult(status: TopUpStatus, { description }: CheckedLine, amount: string): void {
  const { tone, title, text } = checkResult(status, description)
  toast(tone, t(title), t(text, { amount }))
}

/** The ways to pay and to check an unpaid top-up, above the link that covers its row. */
export const MaybeCheck = ({ line }: { line: CheckedLine }) =>
  isCheckable(line) ? (
    <span className="relative z-1 inline-flex flex-wrap items-center gap-2">
      <PayNow line={line} />
      <CheckPayment line={line} />
    </span>
  ) : null

/**
 * Opens the channel's page again; a QR code is shown by the top-up page. Invoices show theirs. An account whose channel
 * is blocked is not led to it.
 */
function PayNow({ line }: { line: CheckedLine }) {
  const t = useText()
  const { config } = useAccount()
  const { id, payment, description } = line
  const channel = channelOf(line)
  if (payment === null || channel === undefined || isBlocked(config.acct_status, channel)) return null
  const looks = buttonLooks('primary', 'row')
  if (payment.action === 'open') {
    return (
      <a href={payment.payload} target="_blank" rel="noopener" className={looks}>
        {t('transactions.payNow')} <span className="sr-only">({t('ui.newTab')})</span>
      </a>
    )
  }
  if (description.invoice !== null) return null
  return (
    <Link to={paths.topUp} search={{ order: id }} className={looks}>
      {t('transactions.payNow')}
    </Link>
  )
}

/** Checks a top-up, shows the result, and reloads list, totals, balance and invoices. */
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
      showResult(status, line, moneyText(line.amount, currency, shownDecimals.topUp))
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
