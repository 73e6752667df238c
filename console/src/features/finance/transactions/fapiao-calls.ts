import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { api } from '../../../api/api.ts'
import type { FapiaoCalls } from '../../../shell/fapiao/calls.ts'

/** A charge of a mainland account that no dispute has reversed. */
export const canHaveFapiao = (
  { description, status }: Transaction,
  { partition, currency }: Pick<Account, 'partition' | 'currency'>,
): boolean =>
  partition === Partition.Cn &&
  currency === Currency.Cny &&
  (description.kind === 'topup' || description.kind === 'credit') &&
  status === TransactionStatus.Posted

/** The calls for the tax invoice of a charge. */
export const fapiaoCalls = ({ id }: Transaction): FapiaoCalls => ({
  key: [api.transactionFapiao.get.address, id],
  offer: () => api.transactionFapiao.get({ params: { id } }),
  request: (body) => api.transactionFapiao.request({ params: { id }, body }),
})
