import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import type { AccountId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { alone } from '../db/tx.ts'
import { Refusal } from '../kit/refusal.ts'
import { type HoursRecipient, openPeriod } from '../pipeline/quiet-hours.ts'
import type { QuietHours } from '../pipeline/quiet-rules.ts'
import { groupMembers } from './audience-members.ts'
import { type AudienceReport, NO_REPORT } from './audience-report.ts'
import { type AudienceKey, type AudienceRow, findAudience } from './audience-store.ts'
import type { AudienceCalls } from './audiences.ts'
import { countKeptBack, type MemberGroup } from './kept-back.ts'
import { inShortTurns } from './short-turns.ts'

/** A list with what the account's lists, countries and the hour say of it now. */
export interface AudienceView {
  readonly row: AudienceRow
  readonly report: AudienceReport
  readonly keptBack: Audience['kept_back']
  readonly quietNow: number
}

/** The members of a list are looked up anew up to so many; of a longer one the counts are those of its reading. */
const LOOKED_UP = 10_000

export async function viewAudience(deps: AudienceCalls, key: AudienceKey): Promise<AudienceView> {
  const { pool, clock, hours } = deps
  const now = clock.now()
  const row = await findAudience(alone(pool), key, now)
  if (row === null) throw new Refusal('not_found')
  const report: AudienceReport = { ...NO_REPORT, ...row.report }
  if (row.state !== 'ready') {
    return { row, report, keptBack: keptBackOf([], new Set()), quietNow: 0 }
  }
  const counted = row.members > LOOKED_UP ? row.report.groups : undefined
  const closed = new Set(await closedCountries(deps, key.account, report.countries))
  return {
    row,
    report,
    keptBack: keptBackOf(counted ?? (await groupMembers(alone(pool), key)), closed),
    quietNow: await countQuiet(hours, report.places, now),
  }
}

/** Counts the recipients whose hours are closed. */
async function countQuiet(hours: QuietHours, places: AudienceReport['places'], now: Date): Promise<number> {
  let quiet = 0
  await inShortTurns(places, (place) => {
    if (!isOpen(hours, place, now)) quiet += place.recipients
  })
  return quiet
}

/** True while marketing may reach a recipient. */
function isOpen(hours: QuietHours, recipient: HoursRecipient, at: Date): boolean {
  const period = openPeriod(hours, recipient, at, null)
  return period !== null && period.opens <= at
}

const keptBackOf = (groups: readonly MemberGroup[], closed: ReadonlySet<string>): Audience['kept_back'] => ({
  notification: countKeptBack(groups, closed, MessageScene.Notification),
  marketing: countKeptBack(groups, closed, MessageScene.Marketing),
})

/** The countries of a list to which the account may not send (semantics D13). */
export async function closedCountries(
  { rules }: Pick<AudienceCalls, 'rules'>,
  account: AccountId,
  countries: Audience['countries'],
): Promise<readonly string[]> {
  const known = await rules.ofAccount(account)
  if (known === null) throw new Refusal('not_found')
  const { strictTrust, countries: enabled } = known.rules
  if (!strictTrust || enabled === null) return []
  return countries.map(({ country }) => country).filter((country) => !enabled.has(country))
}
