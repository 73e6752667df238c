import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import type { VerificationField, VerificationType } from '@hongyan/contract/vocabulary/verification'
import { keptFields } from './typed.ts'

/** The values that a form begins with. */
export interface Beginning {
  readonly values: Submission['values']
  readonly documents: Submission['documents']
  /** The fields with a masked value: it cannot be edited, only typed anew. */
  readonly masked: ReadonlySet<VerificationField>
  /** The fields that keep their value while they stay empty. */
  readonly kept: ReadonlySet<VerificationField>
}

/** The fields that the server masks in a submission, and never in a draft. */
const maskedFields: readonly VerificationField[] = [
  'name',
  'uscc',
  'registration_number',
  'legal_representative',
  'representative',
  'id_number',
  'operator_name',
  'operator_phone',
]

const EMPTY: Beginning = { values: {}, documents: [], masked: new Set(), kept: new Set() }

/**
 * A new form begins with the draft of its type. A repair begins with the rejected submission, and with what the draft
 * has from after the decision in its place. A refused document is not offered again.
 */
export function beginningOf(
  { draft }: Pick<Verification, 'draft'>,
  repaired: Submission | null,
  type: VerificationType,
): Beginning {
  const own = draft?.type === type ? draft : null
  if (repaired === null) return own === null ? EMPTY : { ...EMPTY, values: own.values, documents: own.documents }
  const decidedAt = new Date(repaired.decided_at ?? repaired.submitted_at)
  const typed = own !== null && new Date(own.saved_at) > decidedAt ? own : EMPTY
  const kept = keptFields(repaired)
  return {
    values: { ...repaired.values, ...typed.values },
    documents: [...typed.documents, ...repaired.documents.filter(({ field }) => kept.has(field))],
    masked: new Set(maskedFields.filter((field) => !(field in typed.values))),
    kept,
  }
}

/** The text that the input of a field begins with: none where the value is masked. */
export const initialOf = (
  { values, masked }: Beginning,
  field: Exclude<keyof Submission['values'], 'countries'>,
): string => (masked.has(field) ? '' : (values[field] ?? ''))
