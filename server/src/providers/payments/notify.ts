import { z } from 'zod'
import type { Notify, Received } from './provider.ts'

/** Real notifies have a few kilobytes. */
const LARGEST = 65_536

/** What providers call things: printable, without spaces. */
export const Name = z.string().regex(/^[\x21-\x7e]{1,128}$/)

type Forged = Extract<Received, { kind: 'forged' }>
export const forged = (reason: string): Forged => ({ kind: 'forged', reason })

/** A header that is there once. */
export function headerOf({ headers }: Notify, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Whatever a library throws at bytes from anywhere, an odd notify is a forged one. */
export function guarded<Told>(
  receive: (notify: Notify, now: Date) => Told,
): (notify: Notify, now: Date) => Told | Forged {
  return (notify, now) => {
    if (notify.body.length === 0 || notify.body.length > LARGEST) return forged('size')
    try {
      return receive(notify, now)
    } catch {
      return forged('content')
    }
  }
}
