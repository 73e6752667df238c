import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { Selectable, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { AccountTable } from '../../../db/schema/account.ts'

/** Each cause of a status. They begin and end independently. */
export interface StatusCauses extends Pick<Selectable<AccountTable>, 'staff_block' | 'card_block'> {
  readonly suspended: boolean
}

/** The status that an account shows: suspended, then all payments, then cards for a dispute, then another channel (ruling 12). */
function statusOf({ suspended, staff_block, card_block }: StatusCauses): AccountStatus {
  if (suspended) return AccountStatus.Suspended
  if (staff_block === AccountStatus.AllPaymentBlocked) return staff_block
  return card_block ? AccountStatus.StripeBlocked : (staff_block ?? AccountStatus.Ok)
}

/** Staff name one status. Suspended covers the blocks, which stay; a block ends a suspension; 0 ends every cause. */
export function causesSetTo(status: AccountStatus, { staff_block, card_block }: StatusCauses): StatusCauses {
  if (status === AccountStatus.Suspended) return { suspended: true, staff_block, card_block }
  if (status === AccountStatus.Ok) return { suspended: false, staff_block: null, card_block: false }
  return { suspended: false, staff_block: status, card_block }
}

export interface KnownStatus {
  readonly status: AccountStatus
  readonly causes: StatusCauses
}

/** Locks an account and returns its status with the causes. */
export async function lockStatus(tx: Transaction<Schema>, account: AccountId): Promise<KnownStatus> {
  const { status, ...blocks } = await tx
    .selectFrom('account')
    .select(['status', 'staff_block', 'card_block'])
    .where('id', '=', account)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { status, causes: { ...blocks, suspended: status === AccountStatus.Suspended } }
}

/** The columns of these causes and the status that follows from them. */
export const columnsOf = (
  causes: StatusCauses,
): Pick<Selectable<AccountTable>, 'status' | 'staff_block' | 'card_block'> => ({
  status: statusOf(causes),
  staff_block: causes.staff_block,
  card_block: causes.card_block,
})
