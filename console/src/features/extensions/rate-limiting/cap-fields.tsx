import type { CapAction } from '@hongyan/contract/vocabulary/rate-limiting'
import { capActions } from '@hongyan/contract/vocabulary/rate-limiting'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useClearError } from '../../../ui/form.tsx'
import { capChoices } from './labels.ts'

/** The fields of a cap as they are typed. */
export interface TypedCap {
  readonly limit: string
  readonly action: CapAction
}

interface CapFieldsProps {
  label: string
  typed: TypedCap
  /** A number that leaves room above the last days; null without traffic. */
  recommended: number | null
  onChange: (typed: TypedCap) => void
}

/** The number of a cap, and what happens above it. */
export function CapFields({ label, typed, recommended, onChange }: CapFieldsProps) {
  const t = useText()
  const clearError = useClearError()
  const use = (number: number) => {
    clearError('limit')
    onChange({ ...typed, limit: String(number) })
  }
  return (
    <>
      <div className="grid gap-2">
        <TextField
          name="limit"
          label={label}
          value={typed.limit}
          onChange={({ target }) => onChange({ ...typed, limit: target.value })}
          inputMode="numeric"
          autoComplete="off"
        />
        {recommended !== null && (
          <span>
            <Button size="row" onClick={() => use(recommended)}>
              {t('rate-limiting.useNumber', { number: formatNumber(recommended) })}
            </Button>
          </span>
        )}
      </div>
      <RadioCards
        legend={t('rate-limiting.above')}
        name="action"
        choices={capChoices()}
        value={typed.action}
        onChange={(chosen) => onChange({ ...typed, action: capActions.find((each) => each === chosen) ?? 'block' })}
      />
    </>
  )
}
