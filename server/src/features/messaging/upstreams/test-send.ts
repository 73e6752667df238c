import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { AccountId, MessageId, UpstreamId } from '@hongyan/contract/ids'
import { parseNumber } from '@hongyan/contract/sms/number'
import { homeCountry, Locale, type Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { countedOnDay } from '../../../limits/on-day.ts'
import type { Caller, UpstreamDeps } from './deps.ts'
import { findRow, type UpstreamRow } from './store.ts'

interface Owner {
  readonly id: AccountId
  readonly partition: Partition
  readonly phone: string | null
  readonly dayBegins: Date
  readonly dayEnds: Date
}

/** Sends a test message over a channel that is tested or active, to a number that the account has proved. */
export async function sendTest(
  deps: UpstreamDeps,
  { account, locale }: Caller,
  id: UpstreamId,
  { to, requestId }: { readonly to: string; readonly requestId: string },
): Promise<{ message: MessageId }> {
  const { db, clock, sendOver } = deps
  const row = await findRow(db, { account, id })
  refuseUntested(row)
  const now = clock.now()
  const owner = await readOwner(db, account, now)
  const number = parseNumber(to, homeCountry[owner.partition])
  if (!number.ok) throw new Refusal('invalid_phone_number', { field: 'to' })
  if (number.e164 !== owner.phone) throw new Refusal('own_numbers_only', { field: 'to' })
  const limit = { key: 'upstreams.tests', perDay: limits.testsPerDay }
  await countedOnDay(db, owner, limit, now, () => Promise.resolve())
  const text = textOf(row, locale)
  return { message: await sendOver({ account, upstream: id, to: number.e164, text, requestId }) }
}

function refuseUntested({ state }: UpstreamRow): void {
  if (state === 'auth_failed') throw new Refusal('upstream_auth_failed')
  if (state !== 'testing' && state !== 'active') throw new Refusal('upstream_state')
}

const textOf = ({ name }: UpstreamRow, locale: Locale): string =>
  locale === Locale.SimplifiedChinese ? `这是通道“${name}”的测试短信。` : `This is a test message over ${name}.`

async function readOwner(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select id, partition, phone, day at time zone time_zone as "dayBegins",
      (day + interval '1 day') at time zone time_zone as "dayEnds"
    from account, lateral (select date_trunc('day', ${now}::timestamptz at time zone time_zone) as day) d
    where id = ${account}`.execute(db)
  const [owner] = rows
  if (owner === undefined) throw new Refusal('not_found')
  return owner
}
