import { type PublicApi, publicApi, type PublicApiDeps } from '../src/http/public-api.ts'

/** A send API that knows no credential, for servers whose subject is another one. */
export const keylessSendApi = (always: Pick<PublicApiDeps, 'clock' | 'log' | 'available'>): PublicApi =>
  publicApi({
    ...always,
    addressOf: () => '',
    findCredential: async () => null,
    actions: {},
    conclude: async () => null,
    used: () => undefined,
    count: () => undefined,
  })
