/** Specification section 3, "Upstream type"; ruling 38 defines each. */
export const UpstreamType = { Standard: 1, Managed: 2 } as const
export type UpstreamType = (typeof UpstreamType)[keyof typeof UpstreamType]

/** Specification section 3, "Upstream providers by code". */
export const upstreamProviders = ['uig', 'twl', 'vg', 'ali', 'tcc', 'hw', 'cl'] as const
