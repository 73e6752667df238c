import { createHash } from 'node:crypto'
import type { PreviewedRateLimits, RatePreview } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { type AccountId, type MessageId, RateRuleId } from '@hongyan/contract/ids'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { bodiesBetween, type Body } from '../../../gateway/bodies.ts'
import { recipientHash } from '../../../gateway/recipient-hash.ts'
import type { KnownAccount, RulesCache } from '../../../gateway/rules.ts'
import type { Clock } from '../../../kit/clock.ts'
import { createFairTurns } from '../../../kit/fair-turns.ts'
import { firstIdAt, uuidv7 } from '../../../kit/ids.ts'
import { keyedQueue } from '../../../kit/keyed-queue.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { dayIn } from '../../../pipeline/day.ts'
import type { LimitHit, RuleClaim } from '../../../pipeline/message.ts'
import { claimsOn } from '../../../pipeline/rate-claims.ts'
import { createRateCounter, NOTHING } from '../../../pipeline/rate-decision.ts'
import { type Countable, type RateLimits, rateLimitsOf } from '../../../pipeline/rate-limits.ts'
import { momentIn } from '../../../pipeline/rate-windows.ts'
import { packedUses } from './packed-uses.ts'

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

const AT_ONCE = 2_000
/** Messages of a turn: a millisecond or two with the most rules. */
const COUNTED_AT_ONCE = 50

/** Previews of all accounts share some milliseconds between two looks at the network. */
const turns = createFairTurns()
/** An account has one preview at a time, since each keeps its counts in memory. */
const inTurn = keyedQueue()

/** Reads what limits would have done to the messages that were accepted yesterday, in the order of their acceptance. */
export const previewLimits = (
  deps: PreviewDeps,
  account: AccountId,
  chosen: PreviewedRateLimits,
): Promise<RatePreview> => inTurn(account, () => readPreview(deps, account, chosen))

async function readPreview(
  { db, clock, rules }: PreviewDeps,
  account: AccountId,
  chosen: PreviewedRateLimits,
): Promise<RatePreview> {
  const known = await rules.ofAccount(account)
  if (known === null) throw new Refusal('not_found')
  const { zone } = known.rules
  const today = dayIn(zone, clock.now())
  const yesterday = dayIn(zone, new Date(today.start.getTime() - 1))
  const compiled = compile(chosen, known, clock.now())
  const hits = newHits()
  const decide = compiled === null ? null : decider(account, zone, compiled, hits)
  let messages = 0
  let withoutText = 0
  let after = firstIdAt(yesterday.start)
  for (;;) {
    const page = await readPage(db, account, { after, before: firstIdAt(yesterday.end), hasText: readsText(chosen) })
    messages += page.length
    withoutText += page.filter(({ text }) => text === null).length
    for (let first = 0; decide !== null && first < page.length; first += COUNTED_AT_ONCE) {
      const some = page.slice(first, first + COUNTED_AT_ONCE)
      await turns.run(account, () => {
        for (const message of some) decide(message)
      })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < AT_ONCE || messages >= limits.previewMost) break
    after = last.id
  }
  return {
    date: new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(yesterday.start),
    messages,
    rejected: hits.rejected,
    dropped: hits.dropped,
    by_rule: (compiled?.rules ?? []).map(({ id }) => hits.bySubject.get(id) ?? 0),
    by_day_cap: hits.bySubject.get('day') ?? 0,
    by_country: [...hits.byCountry].map(([country, count]) => ({ country, hits: count })),
    without_text: readsText(chosen) ? withoutText : 0,
    complete: messages < limits.previewMost,
  }
}

const readsText = ({ rules }: PreviewedRateLimits): boolean => rules.some(({ scope }) => scope === 'recipient_content')

interface Hits {
  rejected: number
  dropped: number
  readonly bySubject: Map<LimitHit['subject'], number>
  readonly byCountry: Map<string, number>
}

const newHits = (): Hits => ({ rejected: 0, dropped: 0, bySubject: new Map(), byCountry: new Map() })

function addHit(hits: Hits, { drops, subject, country }: LimitHit): void {
  hits[drops ? 'dropped' : 'rejected'] += 1
  hits.bySubject.set(subject, (hits.bySubject.get(subject) ?? 0) + 1)
  if (country !== null) hits.byCountry.set(country, (hits.byCountry.get(country) ?? 0) + 1)
}

/** Decides about messages one after the other: each is counted, or what stops it is a hit. */
function decider(account: AccountId, zone: string, compiled: RateLimits, hits: Hits) {
  const { rules } = compiled
  /** The place of the first rule that counts the same messages as this one: their count is the same, and kept once. */
  const places = new Map(
    rules.map((rule) => [rule, rules.findIndex(({ scope, scene }) => scope === rule.scope && scene === rule.scene)]),
  )
  const isFirst = ({ rule }: RuleClaim): boolean => rules[places.get(rule) ?? -1] === rule
  const counter = createRateCounter(account, {
    before: NOTHING,
    caps: new Map<string, number>(),
    uses: packedUses(),
    nameOf: (_, { rule, subject }, { dayStart }) => `${subject} ${places.get(rule)} ${dayStart.getTime()}`,
  })
  return ({ text, ...message }: PastMessage): void => {
    const moment = momentIn(zone, message.at)
    const claims = claimsOn(compiled, { ...message, text: text === null ? null : digestOf(text) }, moment, message.at)
    const stop = counter.stopOf(claims, moment)
    if (stop === null) counter.count({ ...claims, rules: claims.rules.filter(isFirst) }, moment, null)
    else addHit(hits, stop.hit)
  }
}

/** Stands for a text that may be a hundred times as long, in sixteen characters of a byte each. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest().toString('latin1', 0, 16)

/** The limits with the hashes of messages in place of numbers. A new rule has no id yet. */
function compile(
  { rules, exempt, ...caps }: PreviewedRateLimits,
  { hashKey }: KnownAccount,
  now: Date,
): RateLimits | null {
  return rateLimitsOf({
    ...caps,
    rules: rules.map((rule) => ({ ...rule, id: RateRuleId.parse(uuidv7(now)) })),
    exempt: exempt.map(({ number, ...one }) => ({ ...one, number: hashed(recipientHash(hashKey, number)) })),
  })
}

const hashed = (hash: Buffer): string => hash.toString('latin1')

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
