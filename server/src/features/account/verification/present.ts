import { maskPhone } from '@hongyan/contract/account'
import { DAY } from '@hongyan/contract/durations'
import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import { maskName, maskNumber } from '@hongyan/contract/identity-numbers'
import { verification as limits } from '@hongyan/contract/limits/verification'
import { trustLevelsOf } from '@hongyan/contract/verification/levels'
import { type FieldReason, reasonText } from '@hongyan/contract/verification/reasons'
import { type Locale, Partition } from '@hongyan/contract/vocabulary/account'
import {
  scenesOfType,
  typesOfPartition,
  type VerificationField,
  type VerificationValues,
} from '@hongyan/contract/vocabulary/verification'
import { wildcardOf } from '../../../gateway/rules.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { filesIn } from './documents.ts'
import { openValues } from './sealed.ts'
import type { Draft, Owner, Submissions, VerificationRow } from './store.ts'

/** The fields that are shown in part only. */
const masks: Readonly<Partial<Record<VerificationField, (value: string) => string>>> = {
  name: maskName,
  legal_representative: maskName,
  representative: maskName,
  operator_name: maskName,
  uscc: maskNumber,
  registration_number: maskNumber,
  id_number: maskNumber,
  operator_phone: maskPhone,
}

/** The values with names, numbers and phones masked. */
export const maskValues = (values: VerificationValues): VerificationValues =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' ? (masks[field as VerificationField]?.(value) ?? value) : value, // its keys are fields
    ]),
  )

/** The names of the account's files that still exist, by id. */
type FileNames = ReadonlyMap<string, string>

const presentDocuments = (values: VerificationValues, names: FileNames) =>
  filesIn(values).map(({ field, id }) => {
    const name = names.get(id) ?? null
    return { field, id: name === null ? null : id, name }
  })

/** The values that are no files. */
function textsOf(values: VerificationValues) {
  const { licence: _l, id_document: _d, id_front: _f, id_back: _b, authorisation: _a, ...texts } = values
  return { ...texts, countries: texts.countries === undefined ? undefined : [...texts.countries] }
}

export const presentReasons = (reasons: readonly FieldReason[], locale: Locale) =>
  reasons.map(({ field, code }) => ({ field, code, ...reasonText({ field, code }, locale) }))

export function presentSubmission(
  secrets: SecretBox,
  row: VerificationRow,
  { files, locale }: { readonly files: FileNames; readonly locale: Locale },
): Submission {
  const values = openValues(secrets, row)
  const { valid_until: validUntil } = row
  return {
    id: row.id,
    version: row.version,
    type: row.type,
    scenes: [...scenesOfType[row.type]],
    status: row.status,
    values: textsOf(maskValues(values)),
    documents: presentDocuments(values, files),
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reasons: presentReasons(row.reasons, locale),
    valid_until: validUntil?.toISOString() ?? null,
    grace_until: validUntil === null ? null : graceEndOf(validUntil).toISOString(),
  }
}

/** The moment until which an account stays verified after its approval ended. */
export const graceEndOf = (validUntil: Date): Date => new Date(validUntil.getTime() + limits.graceDays * DAY)

interface Shown extends Submissions {
  readonly owner: Owner
  readonly draft: Draft | null
  readonly files: FileNames
  readonly used: number
  readonly locale: Locale
  readonly letterForm: string
  readonly senderIdForm: string
}

/** The account's verification as its owner sees it. */
export function presentVerification(secrets: SecretBox, shown: Shown): Verification {
  const { owner, approved, open, draft, used, letterForm, senderIdForm } = shown
  const submission = (row: VerificationRow | null) => row && presentSubmission(secrets, row, shown)
  return {
    types: [...typesOfPartition[owner.partition]],
    current: submission(open ?? approved),
    valid: submission(approved),
    draft: draft && presentDraft(draft, shown.files),
    submissions_left: Math.max(0, limits.submissionsPerDay - used),
    today: owner.today,
    phone: owner.phone,
    letter_form: letterForm,
    sender_id_form: senderIdForm,
    level: owner.level,
    levels: trustLevelsOf({ freeText: mayWriteText(owner) }).map(({ level, rights, perDay }) => ({
      level,
      rights: [...rights],
      per_day: perDay,
    })),
  }
}

/** A mainland account sends approved templates only, unless its wildcard exempts it (semantics D13). */
const mayWriteText = ({ partition, wildcard }: Owner): boolean =>
  partition !== Partition.Cn || wildcardOf(wildcard).template

const presentDraft = ({ type, values, saved_at }: Draft, files: FileNames) => ({
  type,
  values: textsOf(values),
  documents: presentDocuments(values, files),
  saved_at: saved_at.toISOString(),
})
