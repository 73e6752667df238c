import { EntityKind } from './review.ts'

/** The destinations of a sender ID: `cn` is mainland China (+86), `intl` every other country. */
export const signatureRegions = ['cn', 'intl'] as const
export type SignatureRegion = (typeof signatureRegions)[number]

/** The account's own name, or that of a client who authorised it. */
export const signatureUsages = ['own', 'third_party'] as const
export type SignatureUsage = (typeof signatureUsages)[number]

/** The texts of a sender ID's evidence (screens S2). */
export const evidenceTexts = [
  'registration_number',
  'domain',
  'icp_number',
  'store_url',
  'account_name',
  'trademark_number',
  'authorised_until',
] as const
export type EvidenceText = (typeof evidenceTexts)[number]

/** The files of a sender ID's evidence: uploads of the purpose `evidence`. */
export const evidenceFiles = [
  'licence',
  'domain_proof',
  'console_screenshot',
  'admin_screenshot',
  'certificate',
  'owner_licence',
  'authorisation',
] as const
export type EvidenceFile = (typeof evidenceFiles)[number]

export type EvidenceField = EvidenceText | EvidenceFile

export const isEvidenceFile = (field: string): field is EvidenceFile => evidenceFiles.some((file) => file === field)

/** The evidence that each kind of source needs (screens S2), in the order of the form. */
export const evidenceOfKind: Readonly<Record<EntityKind, readonly EvidenceField[]>> = {
  [EntityKind.Entity]: ['registration_number', 'licence'],
  [EntityKind.Website]: ['domain', 'icp_number', 'domain_proof'],
  [EntityKind.Application]: ['store_url', 'console_screenshot'],
  [EntityKind.WeChat]: ['account_name', 'admin_screenshot'],
  [EntityKind.EComm]: ['store_url', 'admin_screenshot'],
  [EntityKind.TradeMark]: ['trademark_number', 'certificate'],
}

/** The evidence that use for a third party needs beside it. */
export const evidenceOfThirdParty: readonly EvidenceField[] = ['owner_licence', 'authorisation', 'authorised_until']

/** The fields of the form, which findings and reasons name. */
export const signatureFields = [
  'name',
  'kind',
  'usage',
  'regions',
  'scenes',
  'industry',
  'purpose',
  ...evidenceTexts,
  ...evidenceFiles,
] as const
export type SignatureField = (typeof signatureFields)[number]
