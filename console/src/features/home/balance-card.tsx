import { shownDecimals } from '@hongyan/contract/limits'
import type { ReactNode } from 'react'
import { useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { availableCredit } from './credit.ts'

interface Shown {
  title: string
  exact: string
  detail: string
  value: ReactNode
}

function useShown(): Shown {
  const t = useText()
  const account = useAccount()
  const { currency } = account
  if (!account.credit_enabled) {
    return { title: t('home.balance'), exact: account.balance_amount, detail: t('home.currency'), value: currency }
  }
  return {
    title: t('home.availableCredit'),
    exact: availableCredit(account),
    detail: t('home.creditLimit'),
    value: <Money exact={account.credit_amount} currency={currency} decimals={shownDecimals.creditLimit} />,
  }
}

/** What may be spent: the balance, or on credit what is left of the limit. */
export function BalanceCard() {
  const { currency } = useAccount()
  const { title, exact, detail, value } = useShown()
  return (
    <Card className="flex flex-col justify-between gap-6">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-money font-semibold">
          <Money exact={exact} currency={currency} decimals={shownDecimals.homeBalance} />
        </p>
      </div>
      <p className="flex justify-between gap-4 border-t border-line pt-2 text-xs">
        <span className="text-ink-3">{detail}</span>
        <span className="text-ink-2 tabular-nums">{value}</span>
      </p>
    </Card>
  )
}
