import type { Verification } from '@hongyan/contract/endpoints/account/verification'
import { verification as limits } from '@hongyan/contract/limits/verification'
import { fieldLabel } from '@hongyan/contract/verification/labels'
import { industries } from '@hongyan/contract/vocabulary/review'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { isFileField, type VerificationField, type VerificationType } from '@hongyan/contract/vocabulary/verification'
import { type ComponentProps, useState } from 'react'
import { useLocale, useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { TextField } from '../../../ui/field.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { type Beginning, initialOf } from './beginning.ts'
import { DocumentField } from './document-field.tsx'
import { CountriesField, OneCountry } from './country-fields.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { unprovedPhone } from './phone-proof.ts'

const hints: Readonly<Partial<Record<VerificationField, TextId>>> = {
  name: 'verification.nameHint',
  id_number: 'verification.idNumberHint',
  website: 'verification.websiteHint',
  use_case: 'verification.useCaseHint',
  monthly_volume: 'verification.volumeHint',
}

const inputs: Readonly<Partial<Record<VerificationField, Omit<ComponentProps<'input'>, 'prefix' | 'size'>>>> = {
  website: { type: 'url', inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
  monthly_volume: { inputMode: 'numeric' },
  uscc: { autoCapitalize: 'characters', spellCheck: false, maxLength: 40 },
  id_number: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 60 },
  registration_number: { spellCheck: false },
}

interface FieldInputProps {
  field: VerificationField
  type: VerificationType
  beginning: Beginning
  verification: Verification
  onPhone: (typed: string) => void
}

function Industry({ name, label, initial }: { name: string; label: string; initial: string }) {
  const t = useText()
  const [value, setValue] = useState(initial)
  const options = [
    { value: '', title: t('verification.industryChoose') },
    ...industries.map((industry) => ({ value: industry as string, title: t(`review.${industry}`) })),
  ]
  return <ChoiceField name={name} label={label} options={options} value={value} onChange={setValue} />
}

/** The input of one field of the form. */
export function FieldInput({ field, type, beginning, verification, onPhone }: FieldInputProps) {
  const t = useText()
  const isPerson = type === 'individual' && field === 'name'
  const locale = useLocale()
  const label = isPerson ? t('verification.personName') : fieldLabel(field, locale)
  const hintId = isPerson ? 'verification.personNameHint' : hints[field]
  const { values, documents, masked, kept } = beginning
  const hint = [hintId && t(hintId), kept.has(field) && masked.has(field) && t('verification.keep')]
    .filter(Boolean)
    .join(locale === Locale.English ? ' ' : '')

  if (isFileField(field)) {
    const document = documents.find((each) => each.field === field && each.id !== null)
    return <DocumentField name={field} label={label} initial={document ?? null} letterForm={verification.letter_form} />
  }
  if (field === 'countries') return <CountriesField name={field} label={label} initial={values.countries ?? []} />
  const initial = initialOf(beginning, field)
  const placeholder = masked.has(field) ? (values[field] ?? '') : undefined
  if (field === 'country') return <OneCountry name={field} label={label} initial={initial} />
  if (field === 'id_expires_on') return <ExpiryField name={field} label={label} initial={initial} />
  if (field === 'industry') return <Industry name={field} label={label} initial={initial} />
  if (field === 'operator_phone') {
    return (
      <PhoneField
        name={field}
        label={label}
        hint={hint}
        initial={initial}
        {...(placeholder === undefined ? {} : { placeholder })}
        unproved={(typed) => unprovedPhone(typed, verification.phone)}
        onTyped={onPhone}
      />
    )
  }
  if (field === 'use_case') {
    return (
      <div className="sm:col-span-2">
        <TextArea
          name={field}
          label={label}
          hint={hint}
          rows={4}
          maxLength={limits.useCase.max}
          defaultValue={initial}
        />
      </div>
    )
  }
  return (
    <TextField
      name={field}
      label={label}
      {...(hint === '' ? {} : { hint })}
      defaultValue={initial}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...inputs[field]}
    />
  )
}
