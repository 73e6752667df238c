import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { ErrorCode } from '@hongyan/contract/errors'
import { credentialProblem, type GivenCredentials } from '@hongyan/contract/upstreams/credentials'
import { type Provider, providers } from '@hongyan/contract/upstreams/providers'
import type { CredentialResult, ManagedProvider } from '@hongyan/contract/vocabulary/upstream'
import { Refusal } from '../../../kit/refusal.ts'
import type { Credentials } from '../../../providers/upstreams/managed.ts'

/** The part of a secret that replies show. */
const SHOWN = 3
const MASK = '******'

const fieldsOf = (provider: ManagedProvider): Provider['fields'] => providers[provider].fields

/** The given credentials. A secret that is left out is the stored one; any other field that is left out is empty. */
export function mergedCredentials(
  provider: ManagedProvider,
  given: GivenCredentials,
  stored: Credentials['secrets'] | null,
): Credentials {
  const isNew = stored === null
  const problem = credentialProblem(provider, given, isNew)
  if (problem !== null) {
    throw new Refusal('invalid_request', { field: `credentials.${problem.field}`, rule: problem.rule })
  }
  const settings: Record<string, string> = {}
  const secrets: Record<string, string> = {}
  for (const { name, secret } of fieldsOf(provider)) {
    const value = given[name] ?? ''
    const kept = value === '' && secret ? (stored?.[name] ?? '') : value
    if (kept !== '') (secret ? secrets : settings)[name] = kept
  }
  return { settings, secrets }
}

type Values = Credentials['settings']

/** True where both have the same values in the same fields. */
export function areEqual(one: Values, other: Values): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** The refusal that tells of each answer of a provider but `accepted`. */
export const refusalOf = {
  rejected: 'upstream_auth_failed',
  unreachable: 'upstream_unreachable',
  no_adapter: 'upstream_no_adapter',
} as const satisfies Readonly<Record<Exclude<CredentialResult, 'accepted'>, ErrorCode>>

/** The last characters of each secret. A secret that is not much longer shows none. */
export const tailsOf = (secrets: Credentials['secrets']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => {
      const text = value.trimEnd()
      return [name, text.length > 2 * SHOWN ? text.slice(-SHOWN) : '']
    }),
  )

interface Stored {
  readonly provider: ManagedProvider
  readonly settings: Credentials['settings']
  readonly secret_tails: Readonly<Record<string, string>>
}

/** The fields in the provider's order, each secret as its mask. An optional field without a value is empty. */
export const presentCredentials = ({ provider, settings, secret_tails: tails }: Stored): Upstream['credentials'] =>
  fieldsOf(provider).map(({ name, secret }) => ({
    name,
    secret,
    value: secret ? (tails[name] === undefined ? '' : `${MASK}${tails[name]}`) : (settings[name] ?? ''),
  }))
