import type { CountryCap } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import { useCountries } from '../../../api/use-countries.ts'
import { currentLocale, useText } from '../../../i18n/text.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { matchingCountries } from '../../../ui/countries.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { CapFields, type TypedCap } from './cap-fields.tsx'
import { brokenCap, brokenCountry, readCount } from './draft.ts'

interface CountryDialogProps {
  others: readonly CountryCap[]
  onDone: (cap: CountryCap) => void
  onClose: () => void
}

/** The form of a new country's cap. */
export default function CountryDialog({ others, onDone, onClose }: CountryDialogProps) {
  const t = useText()
  const countries = useCountries()
  const [typed, setTyped] = useState<TypedCap>({ limit: '', action: 'block' })
  const limit = readCount(typed.limit) ?? Number.NaN
  const check = ({ country = '' }: FormValues): FieldErrors => {
    const [wrong, broken] = [brokenCountry(country, others), brokenCap(limit, 'cap_hour')]
    return {
      ...(wrong !== null && { country: ruleText(wrong, currentLocale()) }),
      ...(broken !== null && { limit: ruleText(broken, currentLocale()) }),
    }
  }
  const submit = async ({ country = '' }: FormValues) => onDone({ country, limit, action: typed.action })
  return (
    <Dialog title={t('rate-limiting.addCountry')} open onClose={onClose} held="typed">
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <ComboField
            name="country"
            label={t('rate-limiting.country')}
            placeholder={t('rate-limiting.countryHint')}
            match={(text) => matchingCountries(countries, text)}
            emptyText={t('rate-limiting.countryNone')}
            showAllLabel={t('rate-limiting.countryShow')}
          />
          <CapFields label={t('rate-limiting.hourCap')} typed={typed} recommended={null} onChange={setTyped} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton>{t('rate-limiting.addCap')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
