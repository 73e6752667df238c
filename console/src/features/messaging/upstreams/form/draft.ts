import type { upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { CallOf } from '@hongyan/contract/endpoint'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { decimalOf, parseMicros } from '@hongyan/contract/money'
import type { RuleId } from '@hongyan/contract/rules'
import { readAmount } from '@hongyan/contract/typed-amount'
import { credentialProblem, fieldRule } from '@hongyan/contract/upstreams/credentials'
import { type ProviderField, providers } from '@hongyan/contract/upstreams/providers'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { ManagedProvider, UpstreamBehaviour } from '@hongyan/contract/vocabulary/upstream'
import type { FormValues } from '../../../../ui/form.tsx'

/** A new channel as the call takes it, and the settings of a stored one. */
export type ChannelDraft = CallOf<typeof upstreams.create>['body']

/** The name of a credential's input, as a refusal spells the field. */
export const inputOf = (field: string): string => `credentials.${field}`

/** The fields that are typed in one line lose the spaces around them. A secret that is left empty is not sent. */
export function credentialsOf(provider: ManagedProvider, values: FormValues): ChannelDraft['credentials'] {
  const typed = providers[provider].fields.map(({ name }) => [name, (values[inputOf(name)] ?? '').trim()] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

export interface Choices {
  readonly provider: ManagedProvider
  /** Absent outside the sandbox. */
  readonly behaviour?: UpstreamBehaviour
}

/** The channel that the form makes of its fields. What is no amount stays as it was typed, and breaks its rule. */
export function channelOf({ provider, behaviour }: Choices, values: FormValues, currency: Currency): ChannelDraft {
  const { name = '', regions = '', tps = '', daily_cap: cap = '' } = values
  const amount = readAmount(cap, currency, 6)
  return {
    provider,
    name: name.replaceAll(/\s+/g, ' ').trim(),
    regions: regions === '' ? [] : regions.split(','),
    tps: tps.trim() === '' ? 0 : Number(tps),
    daily_cap: cap.trim() === '' ? null : amount === null ? cap.trim() : decimalOf(amount),
    ...(behaviour && { behaviour }),
    credentials: credentialsOf(provider, values),
  }
}

/** A line without control characters and those that change the reading direction. */
const NAME = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]{1,${limits.nameMax}}$`, 'u')

const MOST = BigInt(limits.dailyCapMax) * 1_000_000n

function isCap(cap: string | number): boolean {
  const amount = parseMicros(String(cap))
  return amount !== null && amount > 0n && amount <= MOST
}

/** The problems of the credentials by their inputs: a rule, and the field whose shape it may ask for. */
export function brokenCredentials(
  provider: ManagedProvider,
  given: ChannelDraft['credentials'],
  isNew: boolean,
): Readonly<Record<string, { readonly rule: RuleId; readonly field: ProviderField | undefined }>> {
  const { fields } = providers[provider]
  const broken = fields.flatMap((field) => {
    const rule = fieldRule(field, given[field.name] ?? '', isNew)
    return rule === null ? [] : [[inputOf(field.name), { rule, field }] as const]
  })
  if (broken.length > 0) return Object.fromEntries(broken)
  const problem = credentialProblem(provider, given, isNew)
  return problem === null ? {} : { [inputOf(problem.field)]: { rule: problem.rule, field: undefined } }
}

/** The rules that the settings break, the same as the contract's. */
export function brokenSettings({ name, regions, tps, daily_cap: cap }: ChannelDraft): Readonly<Record<string, RuleId>> {
  return {
    ...(!NAME.test(name) && { name: 'upstream_name' }),
    ...(regions.length > limits.regions && { regions: 'too_many_countries' }),
    ...((!Number.isInteger(tps) || tps < 1 || tps > limits.rateMax) && { tps: 'upstream_tps' }),
    ...(cap !== null && !isCap(cap) && { daily_cap: 'upstream_cap' }),
  }
}
