import { SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { KeyRing } from '../kit/secret-box.ts'
import { useCurrent } from './open-keys.ts'
import { forgetHolder, reportHolder, thisProcess } from './store.ts'

export interface FollowDeps {
  readonly pool: Pool
  readonly secrets: KeyRing
}

const EVERY = 5 * SECOND

/** Keeps this process's keys as the database and the key file say, and reports them, so that a rotation can wait for it. */
export async function followKeys({
  pool,
  secrets,
}: FollowDeps): Promise<{ readonly loop: Loop; readonly stop: () => Promise<void> }> {
  const db = alone(pool)
  const run = async (): Promise<void> => {
    secrets.reload()
    await useCurrent(db, secrets)
    await reportHolder(db, { process: thisProcess, sealsWith: secrets.current(), knows: secrets.ids() })
  }
  await run()
  return {
    loop: { name: 'secret-keys', every: EVERY, inEveryProcess: true, run },
    stop: () => forgetHolder(db, thisProcess),
  }
}
