import { setImmediate as breathe } from 'node:timers/promises'
import type { PreviewedRateLimits, RatePreview } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { type AccountId, type MessageId, RateRuleId } from '@hongyan/contract/ids'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { bodiesBetween, type Body } from '../../../gateway/bodies.ts'
import { recipientHash } from '../../../gateway/recipient-hash.ts'
import type { KnownAccount, RulesCache } from '../../../gateway/rules.ts'
import type { Clock } from '../../../kit/clock.ts'
import { firstIdAt, uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { dayIn } from '../../../pipeline/day.ts'
import type { LimitHit } from '../../../pipeline/message.ts'
import { claimsOn } from '../../../pipeline/rate-claims.ts'
import { createRateCounter } from '../../../pipeline/rate-decision.ts'
import { type Countable, type RateLimits, rateLimitsOf } from '../../../pipeline/rate-limits.ts'
import { momentIn } from '../../../pipeline/rate-windows.ts'

export interface PreviewDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly rules: Pick<RulesCache, 'ofAccount'>
}

interface PastMessage extends Countable {
  readonly id: MessageId
  readonly at: Date
  readonly country: string
}

const AT_ONCE = 5_000

/** Reads what limits would have done to the messages that were accepted yesterday, in the order of their acceptance. */
export async function previewLimits(
  { db, clock, rules }: PreviewDeps,
  account: AccountId,
  chosen: PreviewedRateLimits,
): Promise<RatePreview> {
  const known = await rules.ofAccount(account)
  if (known === null) throw new Refusal('not_found')
  const { zone } = known.rules
  const today = dayIn(zone, clock.now())
  const yesterday = dayIn(zone, new Date(today.start.getTime() - 1))
  const compiled = compile(chosen, known)
  const counter = createRateCounter(account)
  const hits: LimitHit[] = []
  let messages = 0
  let withoutText = 0
  let after = firstIdAt(yesterday.start)
  for (;;) {
    const page = await readPage(db, account, { after, before: firstIdAt(yesterday.end), hasText: readsText(chosen) })
    for (const message of page) {
      messages += 1
      if (message.text === null) withoutText += 1
      if (compiled === null) continue
      const moment = momentIn(zone, message.at)
      const claims = claimsOn(compiled, message, moment, message.at)
      const stop = counter.stopOf(claims, moment)
      if (stop === null) counter.count(claims, moment, null)
      else hits.push(stop.hit)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < AT_ONCE || messages >= limits.previewMost) break
    after = last.id
    await breathe()
  }
  return {
    date: new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(yesterday.start),
    messages,
    rejected: hits.filter(({ drops }) => !drops).length,
    dropped: hits.filter(({ drops }) => drops).length,
    by_rule: (compiled?.rules ?? []).map(({ id }) => hits.filter(({ subject }) => subject === id).length),
    by_day_cap: hits.filter(({ subject }) => subject === 'day').length,
    by_country: byCountry(hits),
    without_text: readsText(chosen) ? withoutText : 0,
    complete: messages < limits.previewMost,
  }
}

const readsText = ({ rules }: PreviewedRateLimits): boolean => rules.some(({ scope }) => scope === 'recipient_content')

function byCountry(hits: readonly LimitHit[]): RatePreview['by_country'] {
  const counts = new Map<string, number>()
  for (const { country } of hits) if (country !== null) counts.set(country, (counts.get(country) ?? 0) + 1)
  return [...counts].map(([country, count]) => ({ country, hits: count }))
}

/** The limits with the hashes of messages in place of numbers. A new rule has no id yet. */
function compile({ rules, exempt, ...caps }: PreviewedRateLimits, { hashKey }: KnownAccount): RateLimits | null {
  return rateLimitsOf({
    ...caps,
    rules: rules.map((rule, index) => ({ ...rule, id: RateRuleId.parse(uuidv7(new Date(index))) })),
    exempt: exempt.map(({ number, ...one }) => ({ ...one, number: hashed(recipientHash(hashKey, number)) })),
  })
}

const hashed = (hash: Buffer): string => hash.toString('hex')

interface PageOf {
  readonly after: string
  readonly before: string
  readonly hasText: boolean
}

/** The next accepted messages, oldest first. A text is null where it is not kept, or not needed. */
async function readPage(
  db: Kysely<Schema>,
  account: AccountId,
  { after, before, hasText }: PageOf,
): Promise<readonly PastMessage[]> {
  const { rows } = await sql<Omit<PastMessage, 'to' | 'text'> & { readonly to_hash: Buffer }>`
    select id, accepted_at as at, country, to_hash, scene, template_id as template, sender from message
    where account_id = ${account} and id > ${after} and id < ${before} and hold_entry is not null
    order by id limit ${AT_ONCE}`.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  const bodies = hasText && first && last ? await bodiesBetween(db, account, first.id, last.id) : NO_BODIES
  return rows.map(({ to_hash: hash, ...row }) => ({
    ...row,
    to: hashed(hash),
    text: bodies.get(row.id)?.text ?? null,
  }))
}

const NO_BODIES: ReadonlyMap<MessageId, Body> = new Map()
