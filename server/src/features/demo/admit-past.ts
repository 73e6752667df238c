import { SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { inOneFlight } from '../../db/tx.ts'
import type { Admit } from '../../gateway/admit.ts'
import type { PastEnd } from '../../gateway/past-figures.ts'
import { writePastMessages } from '../../gateway/past-messages.ts'
import type { SettableClock } from '../../kit/clock.ts'

export interface AdmitPastDeps {
  readonly pool: Pool
  readonly clock: SettableClock
  /** The code of the product's own channel. */
  readonly upstream: string
}

/** All statements of a request share a round trip. */
const FLIGHT = { lockTimeout: 1_000 }

/** The time until the last of a request's messages has ended. */
const LASTS = 10 * SECOND

/** The ends of the messages of a request, in turn. */
const ENDS: readonly PastEnd[] = [
  ...Array.from({ length: 6 }, () => 'delivered' as const),
  'undelivered',
  ...Array.from({ length: 9 }, () => 'delivered' as const),
  'blocked',
  ...Array.from({ length: 5 }, () => 'delivered' as const),
]

/** Admits the requests of a broadcast as messages that were accepted, and ended, at the clock's moment of the past. */
export const admitPast = ({ pool, clock, upstream }: AdmitPastDeps): Pick<Admit, 'submit'> => ({
  submit: async (request) => {
    const ends = request.priced.recipients.map((_, place) => ENDS[place % ENDS.length] ?? 'delivered')
    await inOneFlight(pool, FLIGHT, (tx) =>
      writePastMessages(tx, { at: clock.now(), upstream, requests: [{ ...request, ends }], hasBodies: true }),
    )
    clock.advance(LASTS)
    return { kind: 'accepted', answer: '', replayed: false }
  },
})
