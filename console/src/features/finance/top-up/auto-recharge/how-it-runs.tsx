import { MINUTE } from '@hongyan/contract/durations'
import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { Check } from 'lucide-react'
import { useText } from '../../../../i18n/text.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { moneyText } from '../amount.ts'
import { LastRecharges } from './last-recharges.tsx'
import { mostInDay } from './rules.ts'

/** Explains the limits on a rush of recharges (semantics D5), and lists the last ones. */
export function HowItRuns({ topup, currency }: { topup: Micros | null; currency: Currency }) {
  const t = useText()
  const most = mostInDay(topup)
  const times = limits.perDay
  const points = [
    most === null
      ? t('auto-recharge.runDayUnknown', { times })
      : t('auto-recharge.runDay', { times, amount: moneyText(most, currency) }),
    t('auto-recharge.runRest', { minutes: limits.coolDown / MINUTE }),
    t('auto-recharge.runTold'),
  ]
  return (
    <aside aria-labelledby="run">
      <h2 id="run" className="mb-2 pt-1 font-semibold">
        {t('auto-recharge.run')}
      </h2>
      <ul className="grid gap-2.5 text-sm text-ink-2">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon of={Check} className="mt-0.5" />
            {point}
          </li>
        ))}
      </ul>
      <LastRecharges />
    </aside>
  )
}
