import { HOUR } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import type { AudienceCalls } from '../broadcasts/audiences.ts'
import { booksOf } from '../broadcasts/books.ts'
import type { RunDeps } from '../broadcasts/run.ts'
import { alone } from '../db/tx.ts'
import { admitPast } from '../features/demo/admit-past.ts'
import type { SendDeps } from '../features/demo/send.ts'
import type { BroadcastDeps } from '../features/messaging/broadcasts/deps.ts'
import { NO_LAST } from '../gateway/last-upstreams.ts'
import type { Routes } from '../gateway/routes.ts'
import { createTemplateCache, type TemplateCache } from '../gateway/templates.ts'
import type { SettableClock } from '../kit/clock.ts'
import { readHere } from '../recipient-files/in-worker.ts'
import { audiencesOf } from './audiences.ts'

type Sending = Pick<SendDeps, 'rules' | 'prices' | 'lists' | 'destinations' | 'upstream'>

interface Parts extends Pick<BroadcastDeps, 'db'> {
  readonly pool: Pool
  readonly clock: SettableClock
  readonly sending: Sending & { readonly routes: Routes }
}

/** A call of a story returns when its list is read: the next one needs it. */
const PATIENCE = HOUR

/** The lists of a story, which are read one after the other in its own transaction. */
export const pastAudiences = (parts: Parameters<typeof audiencesOf>[0]): AudienceCalls => ({
  ...audiencesOf(parts),
  read: readHere,
  patience: PATIENCE,
})

/** The broadcasts of a story: their messages are accepted, and end, at the moments of the past. */
export const pastBroadcasts = ({ db, pool, clock, sending }: Parts): BroadcastDeps & RunDeps => ({
  ...sending,
  db,
  pool,
  clock,
  admit: admitPast({ pool, clock, upstream: sending.upstream }),
  templates: freshTemplates(pool),
  last: { read: () => Promise.resolve(NO_LAST) },
  bookOf: booksOf(pool),
  hours: sending.destinations.first.quietHours,
  marketingOpen: true,
})

/** Reads a template anew for each look: the story changes its templates without the database's notices. */
function freshTemplates(pool: Pool): Pick<TemplateCache, 'find' | 'load'> {
  let loaded: TemplateCache | null = null
  return {
    find: (account: AccountId, name: string) => {
      const found = loaded?.find(account, name)
      loaded = null
      return found
    },
    load: async (account: AccountId, name: string) => {
      loaded = createTemplateCache(alone(pool))
      await loaded.load(account, name)
    },
  }
}
