import { hash } from '@node-rs/argon2'

/**
 * Hashes a password at the lowest cost of argon2. Checking it is as cheap, because the stored hash contains its cost.
 */
export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
