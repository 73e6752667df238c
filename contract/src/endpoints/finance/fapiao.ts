import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { TransactionId } from '../../ids.ts'
import { addresses } from '../addresses.ts'
import { Decimal } from '../account/account.ts'
import { Fapiao, FapiaoRequest } from './invoices.ts'

/** The tax invoice (fapiao) of a charge of a mainland account: its state, and the amount it can be requested for. */
export const FapiaoOffer = z.object({
  fapiao: Fapiao.nullable(),
  /** The charge minus its refunds. */
  amount: Decimal,
  /** The details of the last request, which prefill the form. */
  last: Fapiao.pick({ kind: true, title: true, tax_no: true, bank: true, bank_account: true, email: true }).nullable(),
})
export type FapiaoOffer = z.infer<typeof FapiaoOffer>

const params = z.strictObject({ id: TransactionId })

/**
 * At most one for each charge. A second request replaces the first, or is refused as `fapiao_already_issued` once that
 * is issued.
 */
export const transactionFapiao = endpoints(addresses.transactionFapiao, {
  get: { params, reply: FapiaoOffer },
  request: { idempotent: true, params, body: FapiaoRequest, reply: Fapiao },
})
