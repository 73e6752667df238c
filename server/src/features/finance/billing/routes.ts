import { billing, type BillingProfile } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId } from '@hongyan/contract/ids'
import { isTaxId } from '@hongyan/contract/tax-id'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { billingAudit } from './audit.ts'
import { readBilling, writeBilling } from './store.ts'

export interface BillingDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** All countries as ISO 3166 alpha-2. */
  readonly countries: ReadonlySet<string>
}

export const billingRoutes = (deps: BillingDeps): readonly Route[] =>
  implement(
    billing,
    {
      get: ({ caller }) => readBilling(deps.db, caller.account),
      save: ({ caller, body }) => save(deps, caller.account, body),
    },
    { audit: { save: billingAudit } },
  )

/** Saves the billing details of future invoices. Issued ones keep theirs (screens S7). */
async function save({ db, clock, countries }: BillingDeps, account: AccountId, profile: BillingProfile) {
  const { country, tax_id: taxId, emails } = profile
  if (country !== '' && !countries.has(country)) throw new Refusal('invalid_request', { field: 'country' })
  if (!isTaxId(country, taxId)) throw new Refusal('tax_id_wrong', { field: 'tax_id' })
  await writeBilling(db, account, { ...profile, emails: [...new Set(emails)] }, clock.now())
  return readBilling(db, account)
}
