import { createHash } from 'node:crypto'
import type { Erasure, ErasureCertificate } from '@hongyan/contract/endpoints/messaging/people'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId, ErasureId } from '@hongyan/contract/ids'
import type { Kysely, Selectable } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../../../db/schema.ts'
import type { ErasureTable } from '../../../db/schema/people.ts'
import { alone, inTransaction, statement, type Tx } from '../../../db/tx.ts'
import { countOfRecipient, eraseNext, type RecipientScope } from '../../../gateway/erase.ts'
import { hasPiecesToDelete, holdBackExports, withdrawExports } from '../../../exports/withdraw.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { maskedNumber } from '../../../kit/masked-number.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { HASH_BYTES } from '../../../gateway/recipient-hash.ts'
import type { Recipient } from './recipient.ts'

export type ErasureRow = Selectable<ErasureTable>

/** Requests an erasure. Returns the running one where the number has one. */
export async function requestErasure(
  tx: Tx,
  { account, e164, last4, toHash }: Recipient,
  now: Date,
): Promise<ErasureRow> {
  const waiting = await countOfRecipient(tx, { account, last4, toHash, until: now })
  const [row] = await tx.run<ErasureRow>(INSERT, [
    account,
    uuidv7(now),
    maskedNumber(e164),
    last4,
    toHash,
    now,
    waiting,
  ])
  if (row === undefined) throw new Error('the erasure was not stored')
  return row
}

const INSERT = statement(
  'erasure.insert',
  `insert into erasure (account_id, id, recipient, to_last4, to_hash, requested_at, waiting, next_at, files, listed)
   values ($1, $2, $3, $4, $5, $6, $7, $6, 0, 0)
   on conflict (account_id, to_hash) where finished_at is null do update set recipient = excluded.recipient
   returning *`,
)

export const readErasures = (
  db: Kysely<Schema>,
  account: AccountId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ErasureRow[]> =>
  db
    .selectFrom('erasure')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countErasures(db: Kysely<Schema>, account: AccountId): Promise<number> {
  const { count } = await db
    .selectFrom('erasure')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Reads an erasure. Throws `not_found` for another account's. */
export async function findErasure(db: Kysely<Schema>, account: AccountId, id: ErasureId): Promise<ErasureRow> {
  const row = await db
    .selectFrom('erasure')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const presentErasure = ({ id, recipient, erased, waiting, files, listed, ...row }: ErasureRow): Erasure => ({
  id,
  recipient,
  requested_at: row.requested_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  erased,
  waiting,
  files,
  listed,
})

/** The sentence about the account's exports. An erasure from before files were deleted states nothing. */
function filesText(files: number | null): { readonly en: string; readonly zh: string } {
  if (files === null) return { en: '', zh: '' }
  const [en, zh] =
    files === 0
      ? ['No export file on our servers contains them.', '服务器上没有包含这些短信的导出文件。']
      : [
          `All export files on our servers that could contain them (${files}) are deleted.`,
          `服务器上可能包含这些短信的导出文件（${files} 个）均已删除。`,
        ]
  return { en: ` ${en} Copies that the account downloaded are its own.`, zh: `${zh}账户已下载的副本由账户自行保管。` }
}

/** The sentence about the recipient list, where the number was on it. */
const listText = (listed: number | null): { readonly en: string; readonly zh: string } =>
  listed === null || listed === 0
    ? { en: '', zh: '' }
    : {
        en: ' The recipient list keeps a one-way hash of the number, so that blocks and opt-outs stay in force.',
        zh: '号码名单仅保留该号码的不可逆哈希值，以确保屏蔽和退订继续生效。',
      }

/** The certificate of a finished erasure. Throws `state_conflict` before. */
export function certificateOf(row: ErasureRow): ErasureCertificate {
  const {
    id,
    account_id: account,
    recipient,
    requested_at: requested,
    finished_at: finished,
    erased,
    files,
    listed,
  } = row
  if (finished === null) throw new Refusal('state_conflict', { details: { current: presentErasure(row) } })
  const until = requested.toISOString()
  return {
    type: 'erasure_certificate',
    id,
    account,
    recipient,
    requested_at: until,
    finished_at: finished.toISOString(),
    messages: erased,
    files,
    listed,
    statement: {
      en: `The number ${recipient} and the text of all ${erased} messages that this account sent to it until ${until} are deleted. Status, price and times remain without the number.${filesText(files).en}${listText(listed).en}`,
      'zh-CN': `本账户截至 ${until} 发往号码 ${recipient} 的全部 ${erased} 条短信，其号码与正文均已删除。仅保留不含号码的状态、价格与时间。${filesText(files).zh}${listText(listed).zh}`,
    },
  }
}

export interface ErasureDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** Erases the number from the recipient list, whose entries stay in force. Returns how many there are. */
  readonly eraseListed: (tx: Tx, account: AccountId, toHash: Buffer) => Promise<number>
}

/** By then every message that was accepted before the request is committed. */
const ADMITTED_AFTER = MINUTE

const due = dueRows<ErasureRow>({
  table: 'erasure',
  key: ['account_id', 'id'],
  due: 'next_at',
  since: 'requested_at',
  open: 'finished_at is null',
  backOff: { first: 30 * SECOND, factor: 0.1, most: 600 * SECOND },
  batch: 10,
})

const ADVANCE = statement(
  'erasure.advance',
  `update erasure set erased = erased + $3, waiting = greatest(0, waiting - $3), files = files + $4 where account_id = $1 and id = $2`,
)
const LISTED = statement(
  'erasure.listed',
  `update erasure set listed = coalesce(listed, 0) + $3 where account_id = $1 and id = $2`,
)
const WAIT = statement('erasure.wait', `update erasure set waiting = $3 where account_id = $1 and id = $2`)
const FINISH = statement(
  'erasure.finish',
  `update erasure set finished_at = $3, waiting = 0, to_hash = '', to_last4 = '' where account_id = $1 and id = $2`,
)

/**
 * Carries out the erasures that are due. One runs again while messages on their way keep their number, and while the
 * storage has pieces of withdrawn files.
 */
export async function carryOutErasures(deps: ErasureDeps): Promise<void> {
  for (let found = due.batch; found === due.batch;) {
    const rows = await due.claim(alone(deps.pool), deps.clock.now())
    for (const row of rows) await carryOut(deps, row)
    found = rows.length
  }
}

/** The hash of an erased number: the same for all its messages, and no number's. */
const substituteOf = (id: ErasureId): Buffer => createHash('sha256').update(id).digest().subarray(0, HASH_BYTES)

async function carryOut({ pool, clock, eraseListed }: ErasureDeps, row: ErasureRow): Promise<void> {
  const { account_id: account, id } = row
  const scope: RecipientScope = { account, last4: row.to_last4, toHash: row.to_hash, until: row.requested_at }
  await inTransaction(pool, async (tx) => tx.run(LISTED, [account, id, await eraseListed(tx, account, row.to_hash)]))
  for (let isLeft = true; isLeft;) {
    isLeft = await inTransaction(pool, async (tx) => {
      await holdBackExports(tx, account)
      const moments = await eraseNext(tx, scope, substituteOf(id))
      if (moments.length === 0) return false
      const files = await withdrawExports(tx, account, moments, clock.now())
      await tx.run(ADVANCE, [account, id, moments.length, files])
      return true
    })
  }
  const waiting = await countOfRecipient(alone(pool), scope)
  const now = clock.now()
  const isLate = now.getTime() - scope.until.getTime() >= ADMITTED_AFTER
  const isOver = waiting === 0 && isLate && !(await hasPiecesToDelete(alone(pool), account, now))
  if (isOver) await alone(pool).run(FINISH, [account, id, now])
  else await alone(pool).run(WAIT, [account, id, waiting])
}

export const erasureLoop = (deps: ErasureDeps): Loop => ({
  name: 'erasures',
  every: 2 * SECOND,
  isDue: due.isDue,
  run: () => carryOutErasures(deps),
  backlog: () => due.backlog(alone(deps.pool), deps.clock.now()),
})
