import type { Partition } from './account.ts'
import { MessageScene } from './message.ts'

/** Screens S12: a mainland account verifies a person or an enterprise, an international one a business or sole trader. */
export const verificationTypes = ['individual', 'enterprise', 'business', 'sole_trader'] as const
export type VerificationType = (typeof verificationTypes)[number]

/** The types of a partition, the usual one first. */
export const typesOfPartition: Readonly<Record<Partition, readonly VerificationType[]>> = {
  us: ['business', 'sole_trader'],
  cn: ['enterprise', 'individual'],
}

/** The scenes that an account verified as this type may send (screens S12). */
export const scenesOfType: Readonly<Record<VerificationType, readonly MessageScene[]>> = {
  individual: [MessageScene.Verification, MessageScene.Notification],
  enterprise: Object.values(MessageScene),
  business: Object.values(MessageScene),
  sole_trader: Object.values(MessageScene),
}

/** The scenes of an account without a verification: no more than those of an individual (screens S8). */
export const scenesOfUnverified = scenesOfType.individual

/** The fields of all forms (screens S12). A file's value is the id of its upload. */
export const verificationFields = [
  'name',
  'uscc',
  'licence',
  'country',
  'registration_number',
  'legal_representative',
  'representative',
  'id_number',
  'id_document',
  'id_front',
  'id_back',
  'id_expires_on',
  'operator_name',
  'operator_phone',
  'authorisation',
  'industry',
  'address',
  'website',
  'use_case',
  'monthly_volume',
  'countries',
] as const
export type VerificationField = (typeof verificationFields)[number]

/** The fields that are uploads of the purpose `evidence`. */
export const fileFields = ['licence', 'id_document', 'id_front', 'id_back', 'authorisation'] as const
export type FileField = (typeof fileFields)[number]

export const isFileField = (field: VerificationField): field is FileField => fileFields.some((file) => file === field)

/** The value of `id_expires_on` of a document without an expiry date. */
export const PERMANENT = 'permanent'

/** The values of a form, complete or not: lists of countries, and text for every other field. */
export type VerificationValues = { readonly [F in Exclude<VerificationField, 'countries'>]?: string | undefined } & {
  readonly countries?: readonly string[] | undefined
}
