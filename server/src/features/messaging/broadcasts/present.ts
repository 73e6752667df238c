import type { Broadcast, BroadcastCounts, BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { retryableErrors } from '../../../broadcasts/retryable.ts'
import { decimalOf, type Micros, micros } from '@hongyan/contract/money'
import type { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import type { RecipientState } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { BroadcastRow } from '../../../broadcasts/store.ts'
import { explained } from '../../../kit/explained.ts'
import type { CourseCount, Names, StateCount, StepRow } from './store.ts'

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

type StateCounts = readonly Pick<StateCount, 'state' | 'recipients' | 'cost'>[]

/** Recipients that have no row yet wait, too. */
function countsOf(recipients: number, states: StateCounts): BroadcastCounts {
  const of = (state: RecipientState): number =>
    states.reduce((sum, one) => (one.state === state ? sum + one.recipients : sum), 0)
  const [accepted, sent, delivered] = [of('waiting'), of('sent'), of('delivered')]
  const [failed, skipped] = [of('failed'), of('skipped')]
  const waiting = recipients - sent - delivered - failed - skipped
  return { recipients, waiting, accepted, sent, delivered, failed, skipped }
}

/** Once a broadcast is finished, no row of its list is left: a number that was erased on the way got no message. */
function endedCounts({ recipients, status }: BroadcastRow, states: StateCounts): BroadcastCounts {
  const counts = countsOf(recipients, states)
  if (status !== SendJobStatus.Finished) return counts
  const erased = recipients - states.reduce((sum, one) => sum + one.recipients, 0)
  return { ...counts, waiting: counts.waiting - erased, skipped: counts.skipped + erased }
}

const costOf = (counts: readonly { readonly cost: bigint }[]): Micros =>
  micros(counts.reduce((sum, { cost }) => sum + cost, 0n))

export interface Around {
  readonly names: Names
  readonly currency: Currency
}

export function presentBroadcast(row: BroadcastRow, states: StateCounts, { names, currency }: Around): Broadcast {
  const { signature, template } = row.message
  return {
    id: row.id,
    name: row.name,
    scene: row.scene,
    signature: signature === null ? null : { id: signature, name: names.signatures.get(signature) ?? '' },
    template:
      template === null
        ? null
        : {
            ...(names.templates.get(template) ?? { id: template, name: template }),
            version: row.template_version ?? 1,
          },
    text: row.text,
    source: row.source,
    source_name: row.source_name,
    status: row.status,
    phase: row.phase,
    reason: row.reason,
    counts: endedCounts(row, states),
    quoted: decimalOf(micros(row.quoted_micros)),
    cost: decimalOf(costOf(states)),
    currency,
    time: row.plan.time,
    starts_at: (row.started_at ?? row.starts_at).toISOString(),
    finished_at: moment(row.finished_at),
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}

/** Everything of one broadcast that is shown beside its row. */
export interface DetailParts extends Around {
  readonly locale: Locale
  readonly course: readonly CourseCount[]
  readonly steps: readonly StepRow[]
  readonly optedOut: number
}

export function presentDetail(row: BroadcastRow, parts: DetailParts): BroadcastDetail {
  const { course, steps, locale, optedOut } = parts
  return {
    ...presentBroadcast(row, course, parts),
    audience: row.audience_id,
    has_audience: !row.audience_gone,
    message: row.message,
    plan: row.plan,
    countries: countriesOf(course),
    errors: errorsOf(course, locale),
    opted_out: optedOut,
    retryable: course.reduce((sum, one) => (isRetryable(one) ? sum + one.recipients : sum), 0),
    timeline: steps.map(({ at, step, reason, by_owner }) => ({ at: at.toISOString(), step, reason, by_owner })),
    next_at: moment(row.next_at),
  }
}

const isRetryable = ({ state, error }: CourseCount): boolean =>
  state === 'failed' && retryableErrors.some((code) => code === error)

function groups<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly [string, readonly T[]])[] {
  const found = new Map<string, T[]>()
  for (const one of all) {
    const group = found.get(keyOf(one))
    if (group === undefined) found.set(keyOf(one), [one])
    else group.push(one)
  }
  return [...found]
}

function countriesOf(course: readonly CourseCount[]): BroadcastDetail['countries'] {
  return groups(course, ({ country }) => country)
    .map(([country, counts]) => {
      const recipients = counts.reduce((sum, one) => sum + one.recipients, 0)
      const { delivered, failed } = countsOf(recipients, counts)
      return { country, recipients, delivered, failed, cost: decimalOf(costOf(counts)) }
    })
    .toSorted((one, other) => other.recipients - one.recipients || one.country.localeCompare(other.country))
}

function errorsOf(course: readonly CourseCount[], locale: Locale): BroadcastDetail['errors'] {
  const failing = course.filter(({ error, state }) => error !== '' && (state === 'failed' || state === 'skipped'))
  return groups(failing, ({ error }) => error)
    .map(([error, counts]) => ({
      recipients: counts.reduce((sum, one) => sum + one.recipients, 0),
      reason: explained(error, locale),
    }))
    .toSorted((one, other) => other.recipients - one.recipients)
}
