import type { Submission } from '@hongyan/contract/endpoints/account/verification'
import { type CheckedOn, checkValues, spellValues } from '@hongyan/contract/verification/check'
import { fieldsOf } from '@hongyan/contract/verification/forms'
import { type FieldReason, reasonText } from '@hongyan/contract/verification/reasons'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { VerificationField, VerificationType, VerificationValues } from '@hongyan/contract/vocabulary/verification'
import type { FieldErrors, FormValues } from '../../../ui/form.tsx'

/** Reads the values of the form, of which empty ones are left out. The list of countries is one hidden field. */
export function typedValues(type: VerificationType, typed: FormValues): VerificationValues {
  const entries = fieldsOf(type).flatMap((field): readonly (readonly [string, string | readonly string[]])[] => {
    const value = typed[field] ?? ''
    if (value.trim() === '') return []
    return [[field, field === 'countries' ? value.split(',') : value]]
  })
  return Object.fromEntries(entries)
}

/** The fields of a rejected submission that keep their values while they stay empty: those that nobody objected to. */
export function keptFields({ type, values, documents, reasons }: Submission): ReadonlySet<VerificationField> {
  const had = (field: VerificationField): boolean =>
    field in values || documents.some((document) => document.field === field && document.id !== null)
  return new Set(fieldsOf(type).filter((field) => had(field) && !reasons.some((reason) => reason.field === field)))
}

const isMissing = ({ code }: FieldReason): boolean =>
  code === 'required' || code === 'file_required' || code === 'authorisation_required'

/** The refused fields of a form, where the fields of `kept` may stay empty. */
export const refusedFields = (
  type: VerificationType,
  values: VerificationValues,
  kept: ReadonlySet<VerificationField>,
  on: CheckedOn,
): readonly FieldReason[] =>
  checkValues(type, spellValues(type, values), on).filter(
    (reason) => !(isMissing(reason) && kept.has(reason.field) && values[reason.field] === undefined),
  )

/** The message of a refused field, the same as the server's. */
export function messageOf(reason: FieldReason, locale: Locale): string {
  const { what, remedy } = reasonText(reason, locale)
  return joined(what, remedy, locale)
}

/** Two sentences, with a space between them in English. */
const joined = (what: string, remedy: string, locale: Locale): string =>
  what + (locale === Locale.English ? ' ' : '') + remedy

export const messagesOf = (
  reasons: readonly { readonly field: string; readonly what: string; readonly remedy: string }[],
  locale: Locale,
): FieldErrors => Object.fromEntries(reasons.map(({ field, what, remedy }) => [field, joined(what, remedy, locale)]))
