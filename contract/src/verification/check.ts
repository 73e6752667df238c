import {
  birthDateOf,
  checkResidentNumber,
  checkUscc,
  isDate,
  type NumberCheck,
  plainNumber,
  yearsBetween,
} from '../identity-numbers.ts'
import { contact } from '../limits/account.ts'
import { verification as limits } from '../limits/verification.ts'
import { industries } from '../vocabulary/review.ts'
import {
  isFileField,
  PERMANENT,
  type VerificationField,
  type VerificationType,
  type VerificationValues,
} from '../vocabulary/verification.ts'
import { fieldsOf, forms } from './forms.ts'
import type { FieldReason, ReasonCode } from './reasons.ts'

/** The rules' view of the day and the world. */
export interface CheckedOn {
  /** The day of the account's zone, as an ISO date. */
  readonly today: string
  /** True for a country or region, as ISO 3166 alpha-2. */
  readonly isCountry: (iso2: string) => boolean
}

interface Checked extends CheckedOn {
  readonly type: VerificationType
  readonly values: VerificationValues
}

type Rule = (value: string, checked: Checked) => ReasonCode | null

const lengthOf = (text: string): number => Array.from(text).length

const between =
  ({ min, max }: { readonly min: number; readonly max: number }, shape: RegExp) =>
  (value: string): ReasonCode | null =>
    lengthOf(value) < min || lengthOf(value) > max ? 'length' : shape.test(value) ? null : 'form'

const numberReasons: Readonly<Record<NumberCheck, ReasonCode | null>> = {
  ok: null,
  form: 'form',
  checksum: 'code_checksum',
  date: 'impossible_date',
}

/** A name has a letter, and no control characters. */
const name = between(limits.name, /^(?=.*\p{L})[^\p{C}]*$/u)

/** Numbers of identity documents of any country. */
const documentNumber = between(limits.documentNumber, /^[0-9A-Z-]*$/)

const idNumber: Rule = (value, { type, today }) => {
  if (type === 'business' || type === 'sole_trader') return documentNumber(value)
  const result = checkResidentNumber(value, today)
  if (result !== 'ok') return numberReasons[result]
  return yearsBetween(birthDateOf(value), today) < limits.age ? 'under_age' : null
}
const expiresOn: Rule = (value, { today }) => {
  if (value === PERMANENT) return null
  if (!isDate(value)) return 'form'
  return value < today ? 'expired_document' : null
}

/** A host of at least two labels, of which the last one has a letter: an IP address is no website. */
const WEBSITE =
  /^https?:\/\/([\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+(?=[\p{L}\d-]*\p{L})[\p{L}\d-]{2,}(:\d{1,5})?([/?#]\S*)?$/iu
const website: Rule = (value) => (lengthOf(value) > limits.websiteMax ? 'length' : WEBSITE.test(value) ? null : 'form')

const volume: Rule = (value) => {
  const count = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
  return count >= limits.monthlyVolume.min && count <= limits.monthlyVolume.max ? null : 'form'
}

const UPLOAD = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const file: Rule = (value) => (UPLOAD.test(value) ? null : 'form')

const rules: Readonly<Record<Exclude<VerificationField, 'countries'>, Rule>> = {
  name,
  uscc: (value) => numberReasons[checkUscc(value)],
  licence: file,
  country: (value, { isCountry }) => (isCountry(value) ? null : 'unknown_country'),
  registration_number: between(limits.registrationNumber, /^[\p{L}\d ./-]*$/u),
  legal_representative: name,
  representative: name,
  id_number: idNumber,
  id_document: file,
  id_front: file,
  id_back: file,
  id_expires_on: expiresOn,
  operator_name: name,
  operator_phone: (value) => (contact.phone.test(value) && value.length <= 32 ? null : 'form'),
  authorisation: file,
  industry: (value) => (industries.some((industry) => industry === value) ? null : 'form'),
  address: between(limits.address, /^[^\p{C}]*$/u),
  website,
  use_case: between(limits.useCase, /^[^\p{C}]*$/u),
  monthly_volume: volume,
}

const oneLine = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

const spelt: Readonly<Partial<Record<VerificationField, (typed: string) => string>>> = {
  uscc: plainNumber,
  id_number: plainNumber,
  country: (typed) => typed.trim().toUpperCase(),
  operator_phone: (typed) => typed.normalize('NFKC').replaceAll(/[\s().-]/g, ''),
  monthly_volume: (typed) => typed.normalize('NFKC').replaceAll(/[\s,]/g, ''),
  website: (typed) => withScheme(typed.trim()),
}

const withScheme = (typed: string): string => (typed === '' || /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`)

/**
 * Brings typed values into their canonical spelling, and leaves out empty ones and fields of other types: numbers in
 * plain capitals, a website with its scheme, countries once each.
 */
export function spellValues(type: VerificationType, values: VerificationValues): VerificationValues {
  const entries = fieldsOf(type).flatMap((field): readonly (readonly [string, string | readonly string[]])[] => {
    if (field === 'countries') {
      const countries = [...new Set((values.countries ?? []).map((iso2) => iso2.trim().toUpperCase()))]
      return countries.length === 0 ? [] : [[field, countries]]
    }
    const value = (spelt[field] ?? oneLine)(values[field] ?? '')
    return value === '' ? [] : [[field, value]]
  })
  return Object.fromEntries(entries)
}

/** True where the operator is another person than the legal representative, who then has to authorise the operator. */
export function isAgent({
  operator_name: operator,
  legal_representative: representative,
}: VerificationValues): boolean {
  const [one, other] = [operator, representative].map((text) => oneLine(text ?? '').toLowerCase())
  return one !== '' && other !== '' && one !== other
}

/** The reason that one field of spelt values is refused; null where it fits. */
function checkField(field: VerificationField, type: VerificationType, values: VerificationValues, on: CheckedOn) {
  const need = forms[type][field]
  if (need === undefined) return null
  if (field === 'countries') return checkCountries(values.countries ?? [], on)
  const value = values[field] ?? ''
  if (value !== '') return rules[field](value, { type, values, ...on })
  if (need === 'optional' || (need === 'agent' && !isAgent(values))) return null
  if (need === 'agent') return 'authorisation_required'
  return isFileField(field) ? 'file_required' : 'required'
}

function checkCountries(countries: readonly string[], { isCountry }: CheckedOn): ReasonCode | null {
  if (countries.length === 0) return 'required'
  if (countries.length > limits.countries) return 'length'
  return countries.every(isCountry) ? null : 'unknown_country'
}

/** Checks a whole form of spelt values (screens S12). Returns its refused fields in the order of the form. */
export const checkValues = (
  type: VerificationType,
  values: VerificationValues,
  on: CheckedOn,
): readonly FieldReason[] =>
  fieldsOf(type).flatMap((field) => {
    const code = checkField(field, type, values, on)
    return code === null ? [] : [{ field, code }]
  })
