import type { VerificationField, VerificationType } from '../vocabulary/verification.ts'

/** A field of a form: required, optional, or required only where the operator is not the legal representative. */
export type Need = 'required' | 'optional' | 'agent'

type Form = Readonly<Partial<Record<VerificationField, Need>>>

const international: Form = {
  name: 'required',
  country: 'required',
  registration_number: 'required',
  address: 'required',
  website: 'required',
  representative: 'required',
  id_number: 'required',
  id_document: 'required',
  id_expires_on: 'required',
  use_case: 'required',
  monthly_volume: 'required',
  countries: 'required',
}

/** The fields of each type, in the order of its form (screens S12). */
export const forms: Readonly<Record<VerificationType, Form>> = {
  individual: { name: 'required', id_number: 'required' },
  enterprise: {
    name: 'required',
    uscc: 'required',
    licence: 'required',
    legal_representative: 'required',
    id_number: 'required',
    operator_name: 'required',
    operator_phone: 'required',
    id_front: 'required',
    id_back: 'required',
    id_expires_on: 'required',
    authorisation: 'agent',
    industry: 'required',
    address: 'required',
  },
  business: international,
  /** Many countries register no sole traders. */
  sole_trader: { ...international, registration_number: 'optional' },
}

/** The fields of a type, in the order of its form. */
export const fieldsOf = (type: VerificationType): readonly VerificationField[] =>
  Object.keys(forms[type]) as VerificationField[] // the keys of a form are its fields
