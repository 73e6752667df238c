import type { AccountId } from '@hongyan/contract/ids'
import type { Tx } from '../db/tx.ts'
import { eraseExempt } from '../features/extensions/rate-limiting/store.ts'
import { eraseListed } from '../features/messaging/recipients/erase.ts'

/** Gives the parts of erasures what they need of the lists that hold numbers. */
export const withRecipientList = <Parts extends object>(parts: Parts) => ({
  ...parts,
  async eraseListed(tx: Tx, account: AccountId, toHash: Buffer): Promise<number> {
    await eraseExempt(tx, account, toHash)
    return eraseListed(tx, account, toHash)
  },
})
