/** How long to wait for what is written, announced or drawn a moment later, on a machine that may be busy. */
export const patience = { timeout: 20_000 } as const
