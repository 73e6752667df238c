import type { RouteProblem, RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { type Channel, mappingKey, templateAt } from '../../../pipeline/route.ts'
import type { AccountChannels } from './account-routing.ts'

/** A reason why rules cannot be activated, at the field of a rule, counted from 0. */
export type Problem = Omit<RouteProblem, 'message'>

type Code = Problem['code']
type Channels = Omit<AccountChannels, 'names'>

/** The states of channels that carry no messages yet. A paused one may be named: messages pass it over. */
const NOT_READY: ReadonlySet<string> = new Set(['draft', 'testing', 'auth_failed'])

/** Finds what keeps rules from being activated, rule by rule; each code once for a field. */
export const problemsOf = (rules: readonly RouteRule[], channels: Channels): readonly Problem[] =>
  rules.flatMap((rule, nr) => [
    ...ofTargets(rule, channels).map((code) => ({ code, field: `rules.${nr}.targets` })),
    ...ofCanary(rule, channels).map((code) => ({ code, field: `rules.${nr}.canary` })),
  ])

function ofTargets(rule: RouteRule, channels: Channels): readonly Code[] {
  const refs = rule.targets.map(({ upstream }) => upstream)
  if (refs.length === 0) return ['route_no_target']
  const found = refs.flatMap((ref) => ofChannel(rule, ref, channels))
  const isTwice = new Set(refs).size < refs.length
  return [...new Set<Code>([...(isTwice ? (['route_cycle'] as const) : []), ...found])]
}

const ofCanary = (rule: RouteRule, channels: Channels): readonly Code[] =>
  rule.canary === null ? [] : ofChannel(rule, rule.canary.upstream, channels)

function ofChannel(rule: RouteRule, ref: UpstreamRef, channels: Channels): readonly Code[] {
  const channel = channels.channels.get(ref)
  if (channel === undefined) return ['upstream_deleted']
  if (NOT_READY.has(channel.state)) return ['upstream_not_ready']
  return channel.needsMapping && !isMapped(rule, channel, channels) ? ['mapping_missing'] : []
}

/** True where each signature and template of a rule is mapped; a rule that names no template needs one that is. */
function isMapped({ match }: RouteRule, { ref }: Channel, channels: Channels): boolean {
  const hasSignature = (id: string): boolean => channels.mappings.has(mappingKey(ref, 'signature', id))
  const hasTemplate = (template: string): boolean =>
    templateAt(channels, ref, { template, mappings: channels.mappingsOf(template) }) !== null
  if (!match.signatures.every(hasSignature) || !match.templates.every(hasTemplate)) return false
  return match.templates.length > 0 || channels.withTemplate.has(ref)
}
