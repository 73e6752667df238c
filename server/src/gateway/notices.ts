import type { AccountId } from '@hongyan/contract/ids'
import pg from 'pg'
import { CONFIG_CHANGED } from '../db/config-changed.ts'
import { createBell } from '../kit/bell.ts'

const RECONNECT_EVERY = 1_000

/**
 * Listens for changed accounts on a connection of its own. While it is lost nothing is announced; the five-second look
 * of the rules finds what was missed. Returns a stop.
 */
export function listenForChanges(url: string, changed: (account: AccountId) => void): () => Promise<void> {
  const bell = createBell()
  let stopped = false
  let client: pg.Client | null = null

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'hongyan-listen' })
    const lost = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve())
      fresh.on('end', () => resolve())
    })
    // The payload is written by our own features alone.
    fresh.on('notification', ({ payload }) => changed((payload ?? '') as AccountId))
    client = fresh
    await fresh.connect()
    await fresh.query(`listen ${CONFIG_CHANGED}`)
    await lost
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      await connect().catch(() => undefined)
      if (!stopped) await bell.wait(RECONNECT_EVERY)
    }
  }
  const running = loop()

  return async () => {
    stopped = true
    bell.ring()
    await client?.end().catch(() => undefined)
    await running
  }
}
