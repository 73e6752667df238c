/** A random number generator that repeats its numbers for the same seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  (): number
}

/** Mulberry32. Its 32 bits of state suffice to choose moments and recipients. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from 0 up to, but not including, `end`. */
export const below = (random: Random, end: number): number => Math.floor(random() * end)
