import pg from 'pg'
import { createBell } from '../kit/bell.ts'

const RECONNECT_EVERY = 1_000

/** What is told on a channel, by its name; the payload is written by our own code alone. */
export type Listeners = Readonly<Record<string, (payload: string) => void>>

/**
 * Listens on a connection of its own. While it is lost nothing is announced; the five-second look of whoever listens
 * finds what was missed. Returns a stop.
 */
export function listenForChanges(url: string, listeners: Listeners): () => Promise<void> {
  const bell = createBell()
  let stopped = false
  let client: pg.Client | null = null

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'hongyan-listen' })
    const lost = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve())
      fresh.on('end', () => resolve())
    })
    fresh.on('notification', ({ channel, payload }) => listeners[channel]?.(payload ?? ''))
    client = fresh
    // A client that is ended while it connects never says whether it did.
    await Promise.race([fresh.connect(), lost])
    for (const channel of Object.keys(listeners)) await fresh.query(`listen ${channel}`)
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
