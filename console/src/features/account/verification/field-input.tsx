import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import { verification as limits } from '@hongyan/contract/limits/verification'
import { fieldLabel } from '@hongyan/contract/verification/labels'
import { industries } from '@hongyan/contract/vocabulary/review'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { isFileField, type VerificationField, type VerificationType } from '@hongyan/contract/vocabulary/verification'
import { type ComponentProps, useState } from 'react'
import { useLocale, useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { DocumentField } from './document-field.tsx'
import { CountryField, CountriesField } from './country-fields.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { unprovedPhone } from './phone-proof.ts'

/** The values that a form begins with. */
export interface Beginning {
  readonly values: Submission['values']
  readonly documents: Submission['documents']
  /** True for the values of a submission, in which names, numbers and phones are masked. */
  readonly isMasked: boolean
  /** The fields that keep their value while they stay empty. */
  readonly kept: ReadonlySet<VerificationField>
}

/** Values that the server masks: they cannot be edited, only typed anew. */
const masked: ReadonlySet<VerificationField> = new Set([
  'name',
  'uscc',
  'registration_number',
  'legal_representative',
  'representative',
  'id_number',
  'operator_name',
  'operator_phone',
])

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
  return <Select name={name} label={label} options={options} value={value} onChange={setValue} />
}

/** The input of one field of the form. */
export function FieldInput({ field, type, beginning, verification, onPhone }: FieldInputProps) {
  const t = useText()
  const isPerson = type === 'individual' && field === 'name'
  const locale = useLocale()
  const label = isPerson ? t('verification.personName') : fieldLabel(field, locale)
  const hintId = isPerson ? 'verification.personNameHint' : hints[field]
  const isKept = beginning.kept.has(field)
  const hint = [hintId && t(hintId), isKept && masked.has(field) && t('verification.keep')]
    .filter(Boolean)
    .join(locale === Locale.English ? ' ' : '')
  const { values, documents } = beginning

  if (isFileField(field)) {
    // A refused document is not offered again.
    const isRefused = beginning.isMasked && !isKept
    const document = isRefused ? undefined : documents.find((each) => each.field === field && each.id !== null)
    return <DocumentField name={field} label={label} initial={document ?? null} letterForm={verification.letter_form} />
  }
  if (field === 'countries') return <CountriesField name={field} label={label} initial={values.countries ?? []} />
  const value = values[field] ?? ''
  const [initial, placeholder] = masked.has(field) && beginning.isMasked ? ['', value] : [value, undefined]
  if (field === 'country') return <CountryField name={field} label={label} initial={initial} />
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
