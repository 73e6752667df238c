import { availableParallelism } from 'node:os'
import { SECOND } from '@hongyan/contract/durations'
import { createGate, type Gate } from './gate.ts'
import { runHash } from './hash-thread.ts'

/** The hash of a random password, so that checking an unknown account takes as long as a known one. */
const RANDOM_HASH = '$argon2id$v=19$m=19456,t=2,p=1$K7zSeQzj6YtBysTv7duJsg$TEl/DgmOcjZ7axQ9jJdhwXMSyiVJPIDFevBTfzI0naA'

const AT_ONCE = Math.max(1, availableParallelism() - 1)
const LINE = { waiting: 64, patience: 2 * SECOND }

/** Admits the work of this process with password hashes: one processor stays free for all other requests. */
export const passwordGate: Gate = createGate({ atOnce: AT_ONCE, ...LINE })

/**
 * Admits the guesses of strangers, before the database is asked for their account: one is prepared while another is
 * hashed, and those beyond the line cost nothing.
 */
export const strangersGate: Gate = createGate({ atOnce: AT_ONCE + 1, ...LINE })

/** As `strangersGate`, for browsers that no owner signed in from: guesses without a cookie take none of their places. */
export const newBrowsersGate: Gate = createGate({ atOnce: AT_ONCE + 1, ...LINE })

export async function hashPassword(password: string): Promise<string> {
  return String(await passwordGate('first', () => runHash({ password })))
}

/** Checks a password, within the gate; `passwordHash` is null for an account that does not exist. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await runHash({ password, hash: passwordHash ?? RANDOM_HASH })
  return matches === true && passwordHash !== null
}
