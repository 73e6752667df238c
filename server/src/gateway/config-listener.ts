import pg from 'pg'
import { createBell } from '../kit/bell.ts'
import type { Logger } from '../kit/logger.ts'

const RECONNECT_EVERY = 1_000

/** What is told on a channel, by its name; the payload is written by our own code alone. */
export type Listeners = Readonly<Record<string, (payload: string) => void | Promise<void>>>

/**
 * Listens on a connection of its own. While it is lost nothing is announced; the five-second look of whoever listens
 * finds what was missed. Returns a stop.
 */
export function listenForChanges(url: string, log: Logger, listeners: Listeners): () => Promise<void> {
  const bell = createBell()
  let stopped = false
  let client: pg.Client | null = null

  const notified = async (channel: string, payload: string): Promise<void> => {
    try {
      await listeners[channel]?.(payload)
    } catch (error) {
      log.warn({ err: error, channel }, 'a listener for changes failed')
    }
  }

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'hongyan-listen' })
    const lost = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve())
      fresh.on('end', () => resolve())
    })
    fresh.on('notification', ({ channel, payload }) => void notified(channel, payload ?? ''))
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
