import type { AccountId } from '@hongyan/contract/ids'
import type { Tx } from '../db/tx.ts'
import { eraseMembers, hasMember } from '../broadcasts/forget.ts'
import { eraseExempt } from '../features/extensions/rate-limiting/store.ts'
import { eraseContacts, hasContact } from '../features/messaging/phonebooks/erase.ts'
import { eraseFromTickets, isInTickets } from '../features/support/tickets/erase.ts'
import { maskInAnswers } from '../limits/requests.ts'
import { eraseFromNotices } from '../notices/erase.ts'
import { eraseListed } from '../features/messaging/recipients/erase.ts'

/** Gives the parts of erasures what they need of the lists that hold numbers. */
export const withRecipientList = <Parts extends object>(parts: Parts) => ({
  ...parts,
  async eraseListed(tx: Tx, account: AccountId, toHash: Buffer): Promise<number> {
    await eraseExempt(tx, account, toHash)
    return eraseListed(tx, account, toHash)
  },
  forgetNumber: async (tx: Tx, account: AccountId, e164: string): Promise<void> => {
    await maskInAnswers(tx, account, e164)
    await eraseMembers(tx, account, e164)
    await eraseContacts(tx, account, e164)
    await eraseFromTickets(tx, account, e164)
    await eraseFromNotices(tx, account, e164)
  },
  holdsNumber: async (db: Tx, account: AccountId, e164: string): Promise<boolean> =>
    (await hasMember(db, account, e164)) || (await hasContact(db, account, e164)) || isInTickets(db, account, e164),
})
