import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { QuoteDeps } from '../../../broadcasts/quotes.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Admit } from '../../../gateway/admit.ts'
import type { Routes } from '../../../gateway/routes.ts'

export interface BroadcastDeps extends QuoteDeps {
  readonly db: Kysely<Schema>
  readonly admit: Pick<Admit, 'submit'>
  readonly routes: Pick<Routes, 'planner' | 'learn'>
}

export interface Caller {
  readonly account: AccountId
  readonly locale: Locale
}
