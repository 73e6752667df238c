import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { ParseOrder } from '@hongyan/contract/endpoints/messaging/audiences'
import { type AccountId, AudienceId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { callingCodeOf } from '@hongyan/contract/sms/numbering-plan'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { inTransaction, type Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import type { CallKey } from '../limits/answers.ts'
import { claimUploads, releaseUploads } from '../uploads/claims.ts'
import { type ClaimedRow, LEASE, readAudience, subjectOf } from './audience-read.ts'
import { sealedKeyOf } from './audience-sealed.ts'
import * as store from './audience-store.ts'
import type { Audiences } from './audiences.ts'
import { findContactSource } from './phonebook-contacts.ts'

/** Milliseconds that a call waits for a list; it goes on behind the reply. */
const PATIENCE = 2 * SECOND
/** Seconds after which one of three lists may be read. */
const RETRY_SECONDS = 5

/** A phonebook of so many contacts is read before the reply comes, as pasted text is. */
const READ_AT_ONCE = 10_000

/** Begins to read a list. Pasted text and small phonebooks are mostly read when this returns; files are the loop's. */
export async function createAudience(
  deps: Audiences,
  account: AccountId,
  order: ParseOrder,
  key: CallKey,
): Promise<AudienceId> {
  if (key.earlier !== null) return AudienceId.parse(key.earlier)
  if (callingCodeOf(order.country) === '') throw new Refusal('invalid_request', { field: 'country' })
  const source = await sourceOf(deps, account, order)
  const row = await inTransaction(deps.pool, (tx) => insert(deps, tx, account, { ...order, ...source }, key))
  if (row.claim !== null) await readNow(deps, { ...row, claim: row.claim })
  return row.id
}

interface Source {
  readonly name: string | null
  /** Read by this process before the reply, as far as its patience goes. */
  readonly atOnce: boolean
}

async function sourceOf({ db }: Audiences, account: AccountId, order: ParseOrder): Promise<Source> {
  const { source, phonebook, segment } = order
  if (source === RecipientSource.Input) return { name: null, atOnce: true }
  if (source === RecipientSource.File || phonebook === undefined) return { name: null, atOnce: false }
  const found = await findContactSource(db, account, phonebook, segment ?? null)
  if (found === null) throw new Refusal('not_found')
  return { name: found.name, atOnce: found.contacts <= READ_AT_ONCE }
}

async function insert(
  { clock, uploads }: Audiences,
  tx: Tx,
  account: AccountId,
  order: ParseOrder & Source,
  key: CallKey,
) {
  const now = clock.now()
  const id = AudienceId.parse(uuidv7(now))
  const { source, country } = order
  const isFile = source === RecipientSource.File
  const isPhonebook = source === RecipientSource.Phonebook
  const row = await store.insertAudience(
    tx,
    {
      account,
      id,
      source,
      country,
      name: isFile ? await claimFile(tx, account, order, id, now) : order.name,
      input: source === RecipientSource.Input ? (order.input ?? '') : null,
      upload: isFile ? (order.file ?? null) : null,
      phonebook: isPhonebook ? (order.phonebook ?? null) : null,
      segment: isPhonebook ? (order.segment ?? null) : null,
      phoneColumn: order.phone_column ?? null,
      sheet: order.sheet ?? null,
      sealedKey: sealedKeyOf(uploads.secrets, id),
      now,
      claimedUntil: order.atOnce ? new Date(now.getTime() + LEASE) : null,
      deleteAfter: new Date(now.getTime() + limits.unusedFor),
    },
    limits.parsing,
  )
  if (row === null) throw new Refusal('too_many_lists', { retryAfter: RETRY_SECONDS })
  await key.name(tx, id)
  return row
}

/**
 * Claims the file of a list, and returns its name. Whoever chooses another column or country reads the same file anew:
 * a list that is still read from it is given up.
 */
async function claimFile(
  tx: Tx,
  account: AccountId,
  { file }: ParseOrder,
  id: AudienceId,
  now: Date,
): Promise<string | null> {
  if (file === undefined) throw new Refusal('invalid_request', { field: 'file' })
  for (const earlier of await store.supersede(tx, account, file)) {
    await releaseUploads(tx, account, subjectOf(earlier), now)
  }
  const claim = { account, ids: [file], purpose: 'recipients', subject: subjectOf(id), field: 'file' } as const
  const [upload] = await claimUploads(tx, claim)
  return upload?.name ?? null
}

/** Reads a list for as long as a call may wait. A reading that takes longer goes on; one that fails is the loop's. */
async function readNow(deps: Audiences, row: ClaimedRow): Promise<void> {
  const patience = new AbortController()
  const reading = readAudience(deps, row, new AbortController().signal)
    .catch((error: unknown) => deps.log.warn({ err: error }, 'a list of recipients is read anew'))
    .finally(() => patience.abort())
  await Promise.race([reading, sleep(PATIENCE, undefined, { signal: patience.signal }).catch(() => undefined)])
}
