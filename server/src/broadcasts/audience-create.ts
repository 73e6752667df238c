import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { ParseOrder } from '@hongyan/contract/endpoints/messaging/audiences'
import { type AccountId, AudienceId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { callingCodeOf } from '@hongyan/contract/sms/numbering-plan'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { alone, inTransaction, type Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import type { CallKey } from '../limits/answers.ts'
import { claimUploads, releaseUploads } from '../uploads/claims.ts'
import { type ClaimedRow, LEASE, readAudience, subjectOf } from './audience-read.ts'
import { countRetryable } from './audience-retry.ts'
import { sealedKeyOf } from './audience-sealed.ts'
import * as store from './audience-store.ts'
import type { Audiences } from './audiences.ts'
import type { BroadcastRow } from './store.ts'
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

/** A list before it has an account, an id and its times. */
type Order = Omit<store.NewAudience, 'account' | 'id' | 'sealedKey' | 'now' | 'claimedUntil' | 'deleteAfter'>

const BLANK = { name: null, input: null, upload: null, phonebook: null, segment: null, retryOf: null } as const

async function insert(
  deps: Audiences,
  tx: Tx,
  account: AccountId,
  order: ParseOrder & Source,
  key: CallKey,
): Promise<Inserted> {
  const now = deps.clock.now()
  const id = AudienceId.parse(uuidv7(now))
  const { source, country } = order
  const common = { ...BLANK, source, country, phoneColumn: order.phone_column ?? null, sheet: order.sheet ?? null }
  const { phonebook = null, segment = null, input = null, file = null, name } = order
  const chosen: Readonly<Record<RecipientSource, () => Order | Promise<Order>>> = {
    [RecipientSource.Input]: () => ({ ...common, input }),
    [RecipientSource.File]: async () => ({
      ...common,
      upload: file,
      name: await claimFile(tx, account, order, id, now),
    }),
    [RecipientSource.Phonebook]: () => ({ ...common, phonebook, segment, name }),
  }
  const row = await add(deps, tx, { ...(await chosen[source]()), account, id, now, atOnce: order.atOnce })
  await key.name(tx, id)
  return row
}

type Inserted = store.AudienceRow & { readonly claim: string | null }

async function add(
  { uploads }: Audiences,
  tx: Tx,
  order: Order & store.AudienceKey & { readonly now: Date; readonly atOnce: boolean },
): Promise<Inserted> {
  const { id, now, atOnce } = order
  const audience = {
    ...order,
    sealedKey: sealedKeyOf(uploads.secrets, id),
    claimedUntil: atOnce ? new Date(now.getTime() + LEASE) : null,
    deleteAfter: new Date(now.getTime() + limits.unusedFor),
  }
  const row = await store.insertAudience(tx, audience, limits.parsing)
  if (row === null) throw new Refusal('too_many_lists', { retryAfter: RETRY_SECONDS })
  return row
}

type Retried = Pick<BroadcastRow, 'account_id' | 'id' | 'source' | 'source_name' | 'audience_id'>

/** Begins a list of the recipients of a broadcast whose messages failed by a temporary error. */
export async function retryAudience(deps: Audiences, broadcast: Retried, key: CallKey): Promise<AudienceId> {
  if (key.earlier !== null) return AudienceId.parse(key.earlier)
  const { account_id: account, id: retryOf, source, source_name: name } = broadcast
  const { pool, clock } = deps
  const now = clock.now()
  const earlier = await store.findAudience(alone(pool), { account, id: broadcast.audience_id }, now)
  if (earlier === null) throw new Refusal('audience_expired')
  const members = await countRetryable(alone(pool), account, retryOf)
  if (members === 0) throw new Refusal('no_retryable')
  const { country } = earlier
  const id = AudienceId.parse(uuidv7(now))
  const order = { ...BLANK, account, id, now, source, name, country, retryOf, phoneColumn: null, sheet: null }
  const row = await inTransaction(pool, async (tx) => {
    const added = await add(deps, tx, { ...order, atOnce: members <= READ_AT_ONCE })
    await key.name(tx, id)
    return added
  })
  if (row.claim !== null) await readNow(deps, { ...row, claim: row.claim })
  return id
}

/**
 * Claims the file of a list, and returns its name. An owner who chooses another column or country reads the same file
 * anew: a list that is still read from it is given up.
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
  await Promise.race([
    reading,
    sleep(deps.patience ?? PATIENCE, undefined, { signal: patience.signal }).catch(() => undefined),
  ])
}
