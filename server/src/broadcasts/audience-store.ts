import type { AccountId, AudienceId, BroadcastId, PhonebookId, SegmentId, UploadId } from '@hongyan/contract/ids'
import type { AudienceProblem, AudienceState } from '@hongyan/contract/vocabulary/broadcast'
import { ParseResult, type RecipientSource } from '@hongyan/contract/vocabulary/job'
import { statement, type Tx } from '../db/tx.ts'
import type { AudienceReport } from './audience-report.ts'

/** A list as the table has it. */
export interface AudienceRow {
  readonly account_id: AccountId
  readonly id: AudienceId
  readonly source: RecipientSource
  readonly name: string | null
  readonly country: string
  readonly input: string | null
  readonly upload_id: UploadId | null
  readonly phonebook_id: PhonebookId | null
  readonly segment_id: SegmentId | null
  readonly retry_of: BroadcastId | null
  readonly phone_column: string | null
  readonly sheet: string | null
  readonly state: AudienceState
  readonly progress: number
  readonly result: ParseResult | null
  readonly problem: AudienceProblem | null
  readonly report: Partial<AudienceReport>
  readonly members: number
  readonly left_out_key: string | null
  readonly sealed_key: string
  readonly tries: number
  readonly created_at: Date
  readonly delete_after: Date
}

/** A list of an account. */
export interface AudienceKey {
  readonly account: AccountId
  readonly id: AudienceId
}

/** A claimed list. The claim is new each time, so a process that lost its list can write no more of it. */
export interface Claimed extends AudienceKey {
  readonly claim: string
}

export interface NewAudience extends AudienceKey {
  readonly source: RecipientSource
  readonly name: string | null
  readonly country: string
  readonly input: string | null
  readonly upload: UploadId | null
  readonly phonebook: PhonebookId | null
  readonly segment: SegmentId | null
  readonly retryOf: BroadcastId | null
  readonly phoneColumn: string | null
  readonly sheet: string | null
  readonly sealedKey: string
  readonly now: Date
  /** The end of the claim of the process that creates it and reads it at once; null: the loop reads it. */
  readonly claimedUntil: Date | null
  readonly deleteAfter: Date
}

const INSERT = statement(
  'audience.insert',
  `insert into audience (account_id, id, source, name, country, input, upload_id, phonebook_id, segment_id, phone_column,
     sheet, state, sealed_key, created_at, due_at, delete_after, retry_of, claim, tries)
   select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::uuid, $8::uuid, $9::uuid, $10, $11, 'parsing', $12, $13::timestamptz,
     coalesce($14::timestamptz, $13::timestamptz), $15::timestamptz, $17::uuid, case when $14::timestamptz is not null then gen_random_uuid() end,
     case when $14::timestamptz is null then 0 else 1 end
    where (select count(*) from audience where account_id = $1 and state = 'parsing') < $16
   returning *`,
)

/** Adds a list. Null where the account has `most` that are read. Calls at one moment may exceed them by one each. */
export async function insertAudience(
  tx: Tx,
  audience: NewAudience,
  most: number,
): Promise<(AudienceRow & { readonly claim: string | null }) | null> {
  const { account, id, source, name, country, input, upload, phonebook, segment, phoneColumn, sheet } = audience
  const { sealedKey, now, claimedUntil, deleteAfter } = audience
  const values = [account, id, source, name, country, input, upload, phonebook, segment, phoneColumn, sheet]
  const rows = await tx.run<AudienceRow & { readonly claim: string | null }>(INSERT, [
    ...values,
    sealedKey,
    now,
    claimedUntil,
    deleteAfter,
    most,
    audience.retryOf,
  ])
  return rows[0] ?? null
}

const SUPERSEDE = statement(
  'audience.supersede',
  `update audience set state = 'failed', result = ${ParseResult.ParseFileFailed}, claim = null, due_at = null, input = null
    where account_id = $1 and upload_id = $2 and state = 'parsing' returning id`,
)

/** Ends the reading of a file for another list. Returns the lists that were read from it. */
export const supersede = async (tx: Tx, account: AccountId, upload: UploadId): Promise<readonly AudienceId[]> =>
  (await tx.run<{ id: AudienceId }>(SUPERSEDE, [account, upload])).map(({ id }) => id)

const FIND = statement(
  'audience.find',
  `select * from audience where account_id = $1 and id = $2 and removed_at is null and delete_after > $3`,
)

/** A list of an account that is not deleted. */
export const findAudience = async (tx: Tx, { account, id }: AudienceKey, now: Date): Promise<AudienceRow | null> =>
  (await tx.run<AudienceRow>(FIND, [account, id, now]))[0] ?? null

const RELEASE = statement(
  'audience.release',
  `update audience set due_at = $4 where account_id = $1 and id = $2 and claim = $3 and state = 'parsing'`,
)

/** Lets the next process claim a list at a moment. */
export const releaseAudience = (tx: Tx, { account, id, claim }: Claimed, dueAt: Date): Promise<unknown> =>
  tx.run(RELEASE, [account, id, claim, dueAt])

const LEFT_OUT = statement(
  'audience.left_out',
  `update audience set left_out_key = $4 where account_id = $1 and id = $2 and claim = $3 and state = 'parsing'
   returning id`,
)

/** Notes the stored file of the rows that are left out, before it is stored: no object is ever without a row. */
export const noteLeftOut = async (tx: Tx, { account, id, claim }: Claimed, key: string | null): Promise<boolean> =>
  (await tx.run(LEFT_OUT, [account, id, claim, key])).length > 0

export interface Ended {
  readonly state: Exclude<AudienceState, 'parsing'>
  readonly result: ParseResult
  readonly problem: AudienceProblem | null
  readonly report: AudienceReport
  readonly members: number
  readonly contentHash: Buffer | null
}

const END = statement(
  'audience.end',
  `update audience set state = $4, result = $5, problem = $6, report = $7::jsonb, members = $8, content_hash = $9,
     progress = 100, input = null, claim = null, due_at = null, tries = 0
    where account_id = $1 and id = $2 and claim = $3 and state = 'parsing' returning id`,
)

/** Ends the reading of a list. False where it is another's meanwhile. */
export const endAudience = async (tx: Tx, { account, id, claim }: Claimed, ended: Ended): Promise<boolean> => {
  const { state, result, problem, report, members, contentHash } = ended
  const values = [account, id, claim, state, result, problem, JSON.stringify(report), members, contentHash]
  return (await tx.run(END, values)).length > 0
}

const POSTPONE = statement(
  'audience.postpone',
  `update audience a set delete_after = u.until
     from (
       select b.account_id, b.audience_id,
         max(case when b.status in (0, 1) then $1::timestamptz + interval '1 day'
           else coalesce(b.finished_at, b.starts_at) + $3::interval end) as until
       from audience due join broadcast b on b.account_id = due.account_id and b.audience_id = due.id
       where due.delete_after <= $2 and due.removed_at is null group by b.account_id, b.audience_id
     ) u
    where a.account_id = u.account_id and a.id = u.audience_id and u.until > a.delete_after`,
)

/** Keeps the lists of broadcasts that wait or run, or ended less than `keptFor` ago, where they would be deleted by `by`. */
export const postponeUsed = (tx: Tx, now: Date, by: Date, keptFor: number): Promise<unknown> =>
  tx.run(POSTPONE, [now, by, `${keptFor} milliseconds`])

const GONE = statement(
  'broadcast.audience_gone',
  `update broadcast set audience_gone = true where account_id = $1 and audience_id = $2`,
)
const DELETE = statement('audience.delete', `delete from audience where account_id = $1 and id = $2`)

/** Deletes a list whose members and file are deleted. */
export async function deleteAudience(tx: Tx, { account, id }: AudienceKey): Promise<void> {
  await tx.run(GONE, [account, id])
  await tx.run(DELETE, [account, id])
}
