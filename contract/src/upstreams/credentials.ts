import type { RuleId } from '../rules.ts'
import type { ManagedProvider } from '../vocabulary/upstream.ts'
import { type Provider, type ProviderField, providers } from './providers.ts'

/** Values by field; null or absent: not given. */
export type GivenCredentials = Readonly<Record<string, string | null>>

export interface CredentialProblem {
  readonly field: string
  readonly rule: RuleId
}

/**
 * The first field of a provider's credentials that is wrong; null where all are right. Of a new channel every required
 * field has to be given, of a stored one a secret may be left out, which keeps it.
 */
export function credentialProblem(
  provider: ManagedProvider,
  given: GivenCredentials,
  isNew: boolean,
): CredentialProblem | null {
  const { fields, oneOf = [] }: Provider = providers[provider]
  const unknown = Object.keys(given).find((name) => !fields.some((field) => field.name === name))
  if (unknown !== undefined) return { field: unknown, rule: 'credential_field' }
  const wrong = fields.find((field) => fieldRule(field, given[field.name] ?? '', isNew) !== null)
  if (wrong !== undefined)
    return { field: wrong.name, rule: fieldRule(wrong, given[wrong.name] ?? '', isNew) ?? 'credential_field' }
  const [first] = oneOf
  if (first !== undefined && !oneOf.some((name) => (given[name] ?? '') !== '')) {
    return { field: first, rule: 'credential_one_of' }
  }
  return null
}

/** The rule that the value of a field breaks; null where it breaks none. */
export function fieldRule({ pattern, secret, optional }: ProviderField, value: string, isNew: boolean): RuleId | null {
  if (value === '') return optional === true || (secret && !isNew) ? null : 'credential_required'
  return pattern.test(value) ? null : 'credential_shape'
}
