import { availableParallelism } from 'node:os'
import { SECOND } from '@hongyan/contract/durations'
import { hash, verify } from '@node-rs/argon2'
import { createGate, type Gate } from './gate.ts'

/** argon2id, the package's own default, at the least cost that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of a random password, so that checking an unknown account takes as long as a known one. */
const RANDOM_HASH = '$argon2id$v=19$m=19456,t=2,p=1$K7zSeQzj6YtBysTv7duJsg$TEl/DgmOcjZ7axQ9jJdhwXMSyiVJPIDFevBTfzI0naA'

/** Admits the work of this process with password hashes: one processor stays free for all other requests. */
export const passwordGate: Gate = createGate({
  atOnce: Math.max(1, availableParallelism() - 1),
  waiting: 64,
  patience: 2 * SECOND,
})

export const hashPassword = (password: string): Promise<string> => passwordGate('first', () => hash(password, cost))

/** Checks a password, within the gate; `passwordHash` is null for an account that does not exist. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? RANDOM_HASH, password)
  return matches && passwordHash !== null
}
