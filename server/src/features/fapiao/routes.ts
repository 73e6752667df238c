import { type FapiaoOffer, transactionFapiao } from '@hongyan/contract/endpoints/fapiao'
import type { Fapiao } from '@hongyan/contract/endpoints/invoices'
import type { AccountId, TransactionId } from '@hongyan/contract/ids'
import { decimalOf, ZERO } from '@hongyan/contract/money'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { implement, type Route } from '../../http/implement.ts'
import type { Clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type AskedFapiao, presentFapiao, readFapiao, readLast, writeRequest } from './store.ts'
import { chargeSubject, type Subject } from './subject.ts'

export interface FapiaoDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

export const fapiaoRoutes = (deps: FapiaoDeps): readonly Route[] =>
  implement(transactionFapiao, {
    get: ({ caller, params }) => offer(deps, caller.account, params.id),
    request: async ({ caller, params, body }) =>
      requestFapiao(deps, await chargeSubject(deps.db, caller.account, params.id), body),
  })

async function offer({ db }: FapiaoDeps, account: AccountId, id: TransactionId): Promise<FapiaoOffer> {
  const subject = await chargeSubject(db, account, id)
  const [row, last] = [await readFapiao(db, subject), await readLast(db, account)]
  return {
    fapiao: row && presentFapiao(row, subject.amount),
    amount: decimalOf(subject.amount),
    last,
  }
}

/** Asks for the one tax invoice of a subject, or for another one in its place while it is not issued. */
export async function requestFapiao({ db, clock }: FapiaoDeps, subject: Subject, asked: AskedFapiao): Promise<Fapiao> {
  const issued = (await readFapiao(db, subject))?.number ?? null
  if (issued !== null) throw new Refusal('fapiao_already_issued')
  if (subject.amount === ZERO) throw new Refusal('fapiao_not_possible')
  const row = await writeRequest(db, subject, asked, clock.now())
  if (row === null) throw new Refusal('fapiao_already_issued')
  return presentFapiao(row, subject.amount)
}
