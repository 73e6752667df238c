import type { CountryCap } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import { useCountryList } from '../../../api/use-countries.ts'
import { currentLocale, useText } from '../../../i18n/text.ts'
import { CountryField } from '../../../ui/country-field.tsx'
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
  const list = useCountryList()
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
          <CountryField name="country" label={t('rate-limiting.country')} list={list} />
          <CapFields label={t('rate-limiting.hourCap')} typed={typed} recommended={null} onChange={setTyped} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton>{t('rate-limiting.addCap')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
