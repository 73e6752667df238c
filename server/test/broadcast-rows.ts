import { BroadcastId } from '@hongyan/contract/ids'
import { uuidv7 } from '../src/kit/ids.ts'
import type { SignedIn, World } from './world.ts'

/** Writes the row of a finished broadcast, for tests of what refers to one. Returns its id. */
export async function newBroadcast(world: World, owner: SignedIn, { name }: { readonly name: string }) {
  const now = world.clock.now()
  const id = BroadcastId.parse(uuidv7(now))
  await world.pool.query(
    `insert into broadcast (account_id, id, name, audience_id, source, scene, message, plan, text, price_book_version,
       content_hash, status, phase, recipients, quoted_micros, starts_at, created_at)
     values ($1, $2, $3, $4, 1, 2, '{}', '{}', 'Hello', 1, '\\x00', 2, 'ended', 2, 0, $5, $5)`,
    [owner.id, id, name, uuidv7(now), now],
  )
  return id
}
