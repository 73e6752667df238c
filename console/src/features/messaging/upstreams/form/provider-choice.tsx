import { managedProviders, type ManagedProvider } from '@hongyan/contract/vocabulary/upstream'
import { useText } from '../../../../i18n/text.ts'
import { FieldError } from '../../../../ui/field.tsx'
import { useClearError, useFieldError } from '../../../../ui/form.tsx'
import { useProviderName } from '../labels.ts'
import { ProviderMark } from '../provider-mark.tsx'

interface ProviderChoiceProps {
  value: ManagedProvider | null
  onChange: (provider: ManagedProvider) => void
}

const card =
  'flex cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong p-3 text-sm font-medium has-checked:border-chosen has-checked:inset-ring has-checked:inset-ring-chosen has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

/** The providers at which a customer may have an account, one card each. */
export function ProviderChoice({ value, onChange }: ProviderChoiceProps) {
  const t = useText()
  const nameOf = useProviderName()
  const error = useFieldError('provider')
  const clearError = useClearError()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('upstreams.provider')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {managedProviders.map((provider) => (
          <label key={provider} className={card}>
            <input
              type="radio"
              name="provider"
              value={provider}
              checked={provider === value}
              onChange={() => {
                clearError('provider')
                onChange(provider)
              }}
              data-invalid={error !== undefined || undefined}
              className="sr-only"
            />
            <ProviderMark provider={provider} />
            <span className="min-w-0">{nameOf(provider)}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <div className="mt-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
