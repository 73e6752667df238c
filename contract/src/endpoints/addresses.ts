/** The REST table's addresses, kept apart from their schemas so that the console's first load carries no validator. */
export const addresses = {
  session: { create: 'POST /session', byCode: 'POST /session/code', end: 'DELETE /session' },
  signup: { create: 'POST /signup' },
  password: { reset: 'POST /password/reset' },
  verification: { send: 'POST /verif/code', verify: 'POST /verif/verification' },
  account: { get: 'GET /account', progress: 'GET /account/progress' },
  credentials: {
    list: 'GET /credentials',
    create: 'PUT /credentials',
    update: 'PATCH /credentials/:id',
    remove: 'DELETE /credentials/:id',
  },
  configuration: {
    sms: 'GET /configuration/service/sms',
    saveSms: 'POST /configuration/service/sms',
    upstream: 'GET /configuration/upstream',
  },
  connectivity: { list: 'GET /connectivity' },
  lookup: { regions: 'GET /lookup/regions' },
  plugins: { list: 'GET /plugins' },
  topUp: { get: 'GET /topup', create: 'POST /topup', cancel: 'POST /topup/:id/cancel' },
  transactions: { check: 'POST /transactions/multi/check' },
  prices: { get: 'GET /prices', file: 'GET /prices/file', quote: 'POST /prices/quote' },
  statistics: { summary: 'GET /statistics/summary' },
} as const
