import { SECOND } from '@hongyan/contract/durations'
import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { list } from '@hongyan/contract/limits/screens'
import { CredentialType } from '@hongyan/contract/vocabulary/credential'
import { paths } from '../../../lib/paths.ts'
import { sessionInfo } from '../../../lib/session-info.ts'

/** The parts of the page that depend on the server and on its reader. */
export interface Reader {
  /** True where the server shows its sandbox inbox to this reader. */
  readonly isSandbox: boolean
  /** The AccessKey ID of the reader's newest ordinary credential; null for a visitor, or without one. */
  readonly key: string | null
}

/** The page appears without an answer that takes longer. */
const ANSWERED_WITHIN = 2 * SECOND

async function read(address: string): Promise<unknown> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(ANSWERED_WITHIN),
  })
  return response.ok ? response.json() : null
}

async function newestKey(): Promise<string | null> {
  if (sessionInfo(document.cookie) === null) return null
  const found = (await read(`/api/credentials?limit=${list.maxLimit}&offset=0`)) as readonly Credential[] | null // the list's own reply
  return found?.find(({ type }) => type === CredentialType.Ordinary)?.key ?? null
}

/** Reads the server's mode and the reader's key. A failure counts as neither: the page explains the API all the same. */
export async function loadReader(): Promise<Reader> {
  const [inbox, key] = await Promise.all([
    read(`${paths.inbox}?limit=1`).catch(() => null),
    newestKey().catch(() => null),
  ])
  return { isSandbox: inbox !== null, key }
}
