/** The root's vitest.config.ts measures it. */
const slowness = Number(process.env['PATIENCE'] ?? 1)

/** The longest wait of a test for a change on the page. */
export const patience = { timeout: 30_000 * slowness } as const
