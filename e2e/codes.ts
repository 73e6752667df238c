import { setTimeout } from 'node:timers/promises'
import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import { patience } from './patience.ts'
import type { BuiltServer } from './server.ts'

const POLL_EVERY = 100

/** The messages in the sandbox's inbox for a number or email address, newest first. */
export async function inboxOf({ address }: BuiltServer, to: string): Promise<readonly InboxMessage[]> {
  const headers = { accept: 'application/json' }
  const response = await fetch(`${address}/sandbox/inbox?to=${encodeURIComponent(to)}`, { headers })
  return (await response.json()) as readonly InboxMessage[] // what its own contract says
}

/** Waits until an address has received so many messages, and returns the newest of them. */
export async function newestMessage(
  server: BuiltServer,
  to: string,
  count = 1,
  counts: (message: InboxMessage) => boolean = () => true,
): Promise<InboxMessage> {
  const until = Date.now() + patience.timeout
  while (Date.now() < until) {
    const messages = (await inboxOf(server, to)).filter(counts)
    const [newest] = messages
    if (newest && messages.length === count) return newest
    await setTimeout(POLL_EVERY)
  }
  throw new Error(`${to} was not sent ${count} in time`)
}

const CODE = /\b\d{6}\b/

/** Waits until an address has received so many codes, and returns the newest. Notices may arrive between them. */
export async function codeSentTo(server: BuiltServer, to: string, count = 1): Promise<string> {
  const { text } = await newestMessage(server, to, count, ({ text: each }) => CODE.test(each))
  const [code] = CODE.exec(text) ?? []
  if (code === undefined) throw new Error(`there is no code in: ${text}`)
  return code
}
