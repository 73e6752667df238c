import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { TransactionId } from '../../ids.ts'
import { addresses } from '../addresses.ts'
import { Decimal } from '../account/account.ts'
import { Fapiao, FapiaoRequest } from './invoices.ts'

/** A tax invoice for a charge of a mainland account: what stands, and for how much one could be asked. */
export const FapiaoOffer = z.object({
  fapiao: Fapiao.nullable(),
  /** The charge less what was refunded of it. */
  amount: Decimal,
  /** What the last request said, so that nobody types it twice. */
  last: Fapiao.pick({ kind: true, title: true, tax_no: true, bank: true, bank_account: true, email: true }).nullable(),
})
export type FapiaoOffer = z.infer<typeof FapiaoOffer>

const params = z.strictObject({ id: TransactionId })

/** One of a charge: a second request is refused as `fapiao_already_issued` once it was issued, and replaces it before. */
export const transactionFapiao = endpoints(addresses.transactionFapiao, {
  get: { params, reply: FapiaoOffer },
  request: { idempotent: true, params, body: FapiaoRequest, reply: Fapiao },
})
