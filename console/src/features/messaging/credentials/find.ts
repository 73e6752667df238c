import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { list as limits } from '@hongyan/contract/limits/screens'
import { api } from '../../../api/api.ts'

/** Reads the account's credentials page by page up to the first that matches; null where none does. */
export async function findCredential(
  matches: (credential: Credential) => boolean,
  signal?: AbortSignal,
): Promise<Credential | null> {
  for (let offset = 0; offset <= limits.maxOffset; offset += limits.maxLimit) {
    const rows = await api.credentials.list({ query: { limit: limits.maxLimit, offset } }, signal)
    const found = rows.find(matches)
    if (found || rows.length < limits.maxLimit) return found ?? null
  }
  return null
}
