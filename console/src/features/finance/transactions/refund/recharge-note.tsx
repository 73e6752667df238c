import type { Micros } from '@hongyan/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { Note } from '../../../../ui/note.tsx'
import { moneyText } from '@hongyan/contract/money-text'
import { callsForRecharge } from './refund-request.ts'

/** Warns that a refund lowers the balance, and auto-recharge would charge the card again. */
export function RechargeNote({ amount }: { amount: Micros }) {
  const t = useText()
  const { balance_amount: balance, currency } = useAccount()
  const { data } = useQuery({
    queryKey: [api.configuration.sms.address],
    queryFn: ({ signal }) => api.configuration.sms({}, signal),
  })
  const settings = data?.acct_auto_recharge
  if (!settings || !callsForRecharge(settings, balance, amount)) return null
  return (
    <Note tone="warn" title={t('refund.recharge')}>
      {t('refund.rechargeText', {
        below: moneyText(settings.below ?? '0', currency, 2),
        topup: moneyText(settings.topup ?? '0', currency, 2),
      })}
    </Note>
  )
}
