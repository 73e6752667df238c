/** argon2id, the package's own default, at the least cost that OWASP recommends: 19 MiB, two passes, one lane. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A password to hash, or to compare with a hash. */
export type HashJob = { readonly password: string } | { readonly password: string; readonly hash: string }

/** The hash, or whether the password matches. */
export type HashResult = { readonly done: string | boolean } | { readonly failed: string }
