/** The calls of the console's first page, separate so that its first load carries only these. */
export const firstAddresses = {
  account: { get: 'GET /account', progress: 'GET /account/progress' },
  connectivity: { list: 'GET /connectivity' },
  statistics: { summary: 'GET /statistics/summary' },
} as const
