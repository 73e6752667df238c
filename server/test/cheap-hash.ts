import { hash } from '@node-rs/argon2'

/** The least that argon2 takes. A sign-in reads the cost from the stored hash, so it is as cheap. */
export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
