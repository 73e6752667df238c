import { shownDecimals } from '@hongyan/contract/limits/screens'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../api/account.ts'
import type { TextId } from '../../i18n/ids.ts'
import { gap } from '../../i18n/gap.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { useExists } from '../../shell/use-nav.ts'
import { buttonLooks, type ButtonTone } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { availableCredit } from './credit.ts'

/** The most characters in the large font. Longer amounts use a smaller one, to fit into the card. */
const MAX_CHARACTERS = 12

interface FinanceLinkProps {
  title: TextId
  path: string
  tone: ButtonTone
}

/** A button to a page of the finance group, if it exists (ruling 22). */
function FinanceLink({ title, path, tone }: FinanceLinkProps) {
  const t = useText()
  if (!useExists()(path)) return null
  return (
    <Link to={path} className={`${buttonLooks(tone, 'small')} flex-1`}>
      {t(title)}
    </Link>
  )
}

interface AmountLineProps {
  title: TextId
  exact: string
  decimals: number
}

function AmountLine({ title, exact, decimals }: AmountLineProps) {
  const t = useText()
  const { currency } = useAccount()
  return (
    <p className="mt-2 flex justify-between gap-4 text-xs">
      <span className="text-ink-3">{t(title)}</span>
      <span className="text-ink-2 tabular-nums">
        <Money exact={exact} currency={currency} decimals={decimals} />
      </span>
    </p>
  )
}

/** The limit, and the balance that the bar shows. */
function CreditLines() {
  const { credit_amount: limit, balance_amount: balance } = useAccount()
  return (
    <div className="mt-2 border-t border-line">
      <AmountLine title="home.creditLimit" exact={limit} decimals={shownDecimals.creditLimit} />
      <AmountLine title="home.balance" exact={balance} decimals={shownDecimals.homeBalance} />
    </div>
  )
}

/** Leads to the invoices that must be paid before the credit covers all messages again. */
function ReducedCredit() {
  const t = useText()
  return (
    <p className="mt-2 text-xs text-bad">
      {t('home.creditReduced')}
      {gap()}
      <Link to={paths.invoices} search={{ overdue: true }} className="text-link">
        {t('home.overdueInvoices')}
      </Link>
    </p>
  )
}

/**
 * The spendable amount: the balance with a link to top up, or the rest of the credit limit. Beside the first steps, the
 * next of them has the one primary button.
 */
export function BalanceCard({ besideSteps }: { besideSteps: boolean }) {
  const t = useText()
  const account = useAccount()
  const { credit_enabled: onCredit, balance_amount: balance, currency } = account
  const exact = onCredit ? availableCredit(account) : balance
  return (
    <Card className="flex flex-col justify-between gap-6">
      <div>
        <h2 className="font-semibold">{t(onCredit ? 'home.availableCredit' : 'home.balance')}</h2>
        <p className={`${exact.length > MAX_CHARACTERS ? 'text-title' : 'text-money'} font-semibold`}>
          <Money exact={exact} currency={currency} decimals={shownDecimals.homeBalance} />
        </p>
        {onCredit && <CreditLines />}
        {onCredit && account.credit_reduced && <ReducedCredit />}
      </div>
      <div className="flex gap-2 empty:hidden">
        {!onCredit && (
          <FinanceLink title="shell.topUp" path={paths.topUp} tone={besideSteps ? 'secondary' : 'primary'} />
        )}
        <FinanceLink title="shell.transactions" path={paths.transactions} tone="secondary" />
      </div>
    </Card>
  )
}
