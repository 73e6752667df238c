import type { SignedIn, World } from './world.ts'

/** Leaves the stored answers of an account as processes do that end between their work and its answer. */
export const crashed = ({ pool }: World, { id }: SignedIn): Promise<unknown> =>
  pool.query('update console_answer set sealed_answer = null, runs_until = now() where account_id = $1', [id])
