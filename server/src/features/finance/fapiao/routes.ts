import { type FapiaoOffer, transactionFapiao } from '@hongyan/contract/endpoints/finance/fapiao'
import type { AccountId, TransactionId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import { implement, type Route } from '../../../http/implement.ts'
import { fapiaoAudit } from './audit.ts'
import { type FapiaoDeps, requestFapiao } from './request.ts'
import { presentFapiao, readFapiao, readLast } from './store.ts'
import { chargeSubject } from './subject.ts'

export const fapiaoRoutes = (deps: FapiaoDeps): readonly Route[] =>
  implement(
    transactionFapiao,
    {
      get: ({ caller, params }) => offer(deps, caller.account, params.id),
      request: async ({ caller, params, body }) =>
        requestFapiao(deps, await chargeSubject(deps.db, caller.account, params.id), body),
    },
    { audit: { request: fapiaoAudit } },
  )

async function offer({ db }: FapiaoDeps, account: AccountId, id: TransactionId): Promise<FapiaoOffer> {
  const subject = await chargeSubject(db, account, id)
  const [row, last] = [await readFapiao(db, subject), await readLast(db, account)]
  return {
    fapiao: row && presentFapiao(row, subject.amount),
    amount: decimalOf(subject.amount),
    last,
  }
}
