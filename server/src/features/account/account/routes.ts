import { account } from '@hongyan/contract/endpoints/account/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { implement, type Route } from '../../../http/implement.ts'
import { presentAccount, type Surroundings } from './present.ts'
import { readAccount, readProgress } from './store.ts'

export interface AccountDeps extends Surroundings {
  readonly db: Kysely<Schema>
}

export const accountRoutes = (deps: AccountDeps): readonly Route[] =>
  implement(account, {
    get: async ({ caller }) => presentAccount(await readAccount(deps.db, caller.account), deps),
    progress: ({ caller }) => readProgress(deps.db, caller.account),
  })
