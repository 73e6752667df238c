import type { AccountId } from '@hongyan/contract/ids'
import { type SenderReason, senderReasonCodes, senderReasonText } from '@hongyan/contract/senders/reasons'
import type { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { type Change, changesBetween } from '../../../audit/changes.ts'
import { StartError } from '../../../kit/start-error.ts'

/** The result of a decision; null where the record's state does not allow it, or is not the reviewed one. */
export type Decided = {
  readonly account: AccountId
  readonly status: ReviewStatus
  /** The announced end of the approval. */
  readonly until?: Date
} | null

/** A submission as the reviewer saw it, and the reviewer. */
export interface Decision {
  readonly id: string
  /** Null: whichever version is there. */
  readonly version: number | null
  /** The reviewer's name. */
  readonly by: string
  /** An approval ends without notice. */
  readonly now: boolean
}

/** The audited changes of a decision: the status, and each field with its reason, rule and remedy. */
export const decisionChanges = (
  before: ReviewStatus | null,
  after: ReviewStatus | null,
  reasons: readonly SenderReason[],
): readonly Change[] =>
  changesBetween(
    { status: before },
    {
      status: after,
      reasons: Object.fromEntries(
        reasons.map(({ field, code, rule, values }) => [
          field,
          [code, ...(rule === undefined ? [] : [`rule ${rule}`]), senderReasonText({ code, values }, 'en').remedy].join(
            ': ',
          ),
        ]),
      ),
    },
  )

/** The reasons as a notice carries them. */
export const reasonsValue = (reasons: readonly SenderReason[]): string =>
  reasons.map(({ field, code }) => `${field}:${code}`).join(',')

/** The reasons of a rejection, read from what a reviewer typed. Throws a StartError that lists what is known. */
export function readReasons(
  fields: readonly SenderReason['field'][],
  typed: readonly { readonly field: string; readonly reason: string }[],
): readonly SenderReason[] {
  return typed.map(({ field: name, reason }) => {
    const field = fields.find((known) => known === name)
    if (field === undefined) throw new StartError(`--field must be one of ${fields.join(', ')}, not "${name}".`)
    const code = senderReasonCodes.find((known) => known === reason)
    if (code === undefined) {
      throw new StartError(`--reason must be one of ${senderReasonCodes.join(', ')}, not "${reason}".`)
    }
    return { field, code }
  })
}
