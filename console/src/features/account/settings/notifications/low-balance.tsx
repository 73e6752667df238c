import { notices as limits } from '@hongyan/contract/limits/account'
import { shownMoney } from '@hongyan/contract/money'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { Switch } from '../../../../ui/choice.tsx'
import { TextField } from '../../../../ui/field.tsx'
import type { PreferenceDraft } from './preference-draft.ts'

const signs = { USD: '$', CNY: '¥' } as const

/** The allowed thresholds, formatted. */
export function useBounds() {
  const sign = signs[useAccount().currency]
  const shown = (decimal: string) => `${sign}${shownMoney(decimal, 0)}`
  return { sign, min: shown(limits.lowBalance.min), max: shown(limits.lowBalance.max) }
}

interface LowBalanceProps {
  draft: PreferenceDraft
  onChange: (draft: PreferenceDraft) => void
}

/** The threshold of the low balance notice. */
export function LowBalance({ draft, onChange }: LowBalanceProps) {
  const t = useText()
  const { currency } = useAccount()
  const { sign, min, max } = useBounds()
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-start justify-between gap-6">
        <div>
          <h2 id="low" className="font-semibold">
            {t('notifications.low')}
          </h2>
          <p id="low-text" className="text-sm text-ink-3">
            {t('notifications.lowText')}
          </p>
        </div>
        <Switch
          aria-labelledby="low"
          aria-describedby="low-text"
          checked={draft.low}
          onChange={({ target }) => onChange({ ...draft, low: target.checked })}
        >
          {null}
        </Switch>
      </div>
      {draft.low && (
        <div className="max-w-70">
          <TextField
            name="balance_low"
            label={t('notifications.below')}
            hint={t('notifications.range', { min, max })}
            prefix={sign}
            trailing={<span className="text-sm text-ink-3">{currency}</span>}
            value={draft.below}
            onChange={({ target }) => onChange({ ...draft, below: target.value })}
            placeholder="100"
            inputMode="decimal"
            autoComplete="off"
            maxLength={32}
          />
        </div>
      )}
    </div>
  )
}
