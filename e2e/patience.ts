/** The root's vitest.config.ts measures it. */
const slowness = Number(process.env['PATIENCE'] ?? 1)

/** How long a test waits for what appears a moment later. Only a wait in vain ends by it. */
export const patience = { timeout: 30_000 * slowness } as const
