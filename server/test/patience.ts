/** How many times slower than usual the machine is, as measured by the root's vitest.config.ts. */
const slowness = Number(process.env['PATIENCE'] ?? 1)

/** Scales a timeout by the measured slowness of the machine. */
export const patient = (millis: number): number => millis * slowness
