import type { RouteRule, SimulatedMessage, Simulation } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, ZERO } from '@hongyan/contract/money'
import { parseNumber } from '@hongyan/contract/sms/number'
import { standardName } from '@hongyan/contract/upstreams/standard'
import { homeCountry, Locale } from '@hongyan/contract/vocabulary/account'
import { STANDARD, UpstreamType } from '@hongyan/contract/vocabulary/upstream'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import {
  type AccountRouting,
  route,
  type RouteDecision,
  type RoutedMessage,
  type RouteFacts,
} from '../../../pipeline/route.ts'
import { type AccountChannels, readChannels } from './account-routing.ts'
import type { Caller, RoutingDeps } from './deps.ts'
import { requireRules } from './known.ts'
import { noteSimulation, readRouting } from './store.ts'

/** Decides about an imagined message by the given rules, or by the draft, or by those in force. Sends nothing. */
export async function simulate(deps: RoutingDeps, caller: Caller, body: SimulatedMessage): Promise<Simulation> {
  const { db, clock, standardLink } = deps
  const { account, locale } = caller
  const imagined = await messageOf(db, account, body)
  const row = await readRouting(db, account)
  if (body.rules !== undefined) await requireRules(db, account, body.rules, row)
  const rules = body.rules ?? row.draft ?? row.rules
  const [channels, p95Of] = await Promise.all([
    readChannels(db, account, standardLink, [imagined.template]),
    deps.p95Of(account),
  ])
  const message = { ...imagined, mappings: channels.mappingsOf(imagined.template) }
  const routing = { version: row.version, rules, channels: channels.channels, mappings: channels.mappings }
  const facts = await deps.routeFacts(account, routing, message)
  const decision = route(routing, facts, message)
  if (body.rules === undefined && row.draft !== null) await noteSimulation(db, account, row, clock.now())
  const nameOf = namesOf(channels, locale)
  return {
    to: message.to,
    country: message.country,
    ...presentRule(decision),
    order: orderOf(decision, routing, facts).map((one) => ({
      ...one,
      name: nameOf(one.upstream),
      p95: p95Of(one.upstream),
    })),
    skipped: decision.skipped.map(({ ref, reason }) => ({ upstream: ref, name: nameOf(ref), reason })),
    others: othersOf(decision.rule, rules, channels).map((one) => ({ ...one, name: nameOf(one.upstream) })),
  }
}

async function messageOf(
  db: Kysely<Schema>,
  account: AccountId,
  body: SimulatedMessage,
): Promise<Omit<RoutedMessage, 'mappings'>> {
  const { partition } = await db
    .selectFrom('account')
    .select('partition')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const number = parseNumber(body.to, homeCountry[partition])
  if (!number.ok) throw new Refusal('invalid_phone_number', { field: 'to' })
  const { scene, signature, template, credential } = body
  // An imagined message has values for its template.
  return { to: number.e164, country: number.iso ?? '', scene, signature, template, credential, values: {} }
}

const namesOf =
  ({ names }: AccountChannels, locale: Locale) =>
  (ref: UpstreamRef): string => {
    if (ref === STANDARD) return locale === Locale.SimplifiedChinese ? standardName.zh : standardName.en
    return names.get(ref) ?? ''
  }

function presentRule({ rule, position, passed }: RouteDecision): Pick<Simulation, 'rule' | 'passed'> {
  return {
    rule: { id: rule.id, name: rule.name, position },
    passed: passed.map((one, index) => ({
      id: one.rule.id,
      name: one.rule.name,
      position: index + 1,
      condition: one.condition,
    })),
  }
}

/** The channels in the order of the attempts. One that cannot carry the message now has no attempt, but may have a wait. */
const orderOf = (
  { order }: RouteDecision,
  { channels }: AccountRouting,
  { unitPrice }: RouteFacts,
): Omit<Simulation['order'][number], 'name' | 'p95'>[] =>
  order.map(({ ref, role, share }) => {
    const channel = channels.get(ref)
    const price = channel === undefined ? null : unitPrice(channel)
    return {
      upstream: ref,
      type: ref === STANDARD ? UpstreamType.Standard : UpstreamType.Managed,
      role,
      share,
      unit_price: decimalOf(price ?? ZERO),
    }
  })

const namesChannel = ({ targets, canary }: RouteRule, ref: UpstreamRef): boolean =>
  canary?.upstream === ref || targets.some(({ upstream }) => upstream === ref)

/** The channels that the matched rule does not name, each with the rules that do. */
function othersOf(
  matched: RouteRule,
  rules: readonly RouteRule[],
  { names }: AccountChannels,
): Omit<Simulation['others'][number], 'name'>[] {
  const refs: readonly UpstreamRef[] = [STANDARD, ...names.keys()]
  return refs
    .filter((ref) => !namesChannel(matched, ref))
    .map((upstream) => ({
      upstream,
      rules: rules.flatMap((rule, index) => (namesChannel(rule, upstream) ? [index + 1] : [])),
    }))
}
