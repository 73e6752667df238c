import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import type { SenderRuleRow } from '@hongyan/contract/endpoints/messaging/sender-rules'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { presentMessage } from './present.ts'
import { currencyOf, readMessages } from './store.ts'

interface ExplainDeps {
  readonly db: Kysely<Schema>
  readonly senderRules: readonly SenderRuleRow[]
}

type Explained = Message & { readonly currency: Currency }

/** Reads messages of an account as the log presents them, for the answers of support. Leaves out ids of others. */
export function messagesExplained({ db, senderRules }: ExplainDeps) {
  const receipts = new Map(senderRules.map(({ iso2, dlr }) => [iso2, dlr]))
  return async (account: AccountId, ids: readonly MessageId[], locale: Locale): Promise<readonly Explained[]> => {
    if (ids.length === 0) return []
    const [rows, currency] = await Promise.all([readMessages(db, account, ids), currencyOf(db, account)])
    return rows.map((row) => ({ ...presentMessage(row, { locale, receipts }), currency }))
  }
}
