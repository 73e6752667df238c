import type { Contact } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { TextField } from '../../../ui/field.tsx'
import type { FieldErrors, FormValues } from '../../../ui/form.tsx'

type Consent = Contact['consent']

/** The names that the server gives to the fields. */
const SOURCE = 'consent.source'
const AT = 'consent.at'

/** The consent that a form has; null for none. */
export function consentOf(values: FormValues): Consent {
  const source = values[SOURCE]?.trim() ?? ''
  return source === '' ? null : { source, at: values[AT] ?? '' }
}

export function consentErrors(values: FormValues, locale: Locale): FieldErrors {
  const source = values[SOURCE]?.trim() ?? ''
  const at = values[AT] ?? ''
  return {
    ...((source === '' && at !== '') || Array.from(source).length > limits.consentMax
      ? { [SOURCE]: ruleText('consent_source', locale) }
      : {}),
    ...(source !== '' && at === '' && { [AT]: ruleText('consent_date', locale) }),
  }
}

/** The source and the day of people’s consent to messages. */
export function ConsentFields({ initial }: { initial: Consent }) {
  const t = useText()
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[1fr_11rem]">
      <TextField
        name={SOURCE}
        label={t('phonebooks.consentOptional')}
        hint={t('phonebooks.consentHint')}
        defaultValue={initial?.source}
        autoComplete="off"
      />
      <TextField
        name={AT}
        label={t('phonebooks.consentDate')}
        type="date"
        max={useToday()}
        defaultValue={initial?.at}
      />
    </div>
  )
}
