/** The calls that the console's first page makes, apart from the others so that its first load carries no more of them. */
export const firstAddresses = {
  account: { get: 'GET /account', progress: 'GET /account/progress' },
  connectivity: { list: 'GET /connectivity' },
  statistics: { summary: 'GET /statistics/summary' },
} as const
