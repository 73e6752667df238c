import type { Fapiao } from '@hongyan/contract/endpoints/finance/invoices'
import { ZERO } from '@hongyan/contract/money'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type FapiaoDetails, presentFapiao, readFapiao, writeRequest } from './store.ts'
import type { Subject } from './subject.ts'

export interface FapiaoDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** Requests the tax invoice of a charge or an invoice, or replaces the request until it is issued. */
export async function requestFapiao(
  { db, clock }: FapiaoDeps,
  subject: Subject,
  details: FapiaoDetails,
): Promise<Fapiao> {
  const issued = (await readFapiao(db, subject))?.number ?? null
  if (issued !== null) throw new Refusal('fapiao_already_issued')
  if (subject.amount === ZERO) throw new Refusal('fapiao_not_possible')
  const row = await writeRequest(db, subject, details, clock.now())
  if (row === null) throw new Refusal('fapiao_already_issued')
  return presentFapiao(row, subject.amount)
}
