/** The root's vitest.config.ts measures how many times slower than quiet the machine is. */
const slowness = Number(process.env['PATIENCE'] ?? 1)

/** A wait of this many milliseconds, longer on a slow machine. Only a wait in vain lasts so long. */
export const patient = (millis: number): number => millis * slowness
