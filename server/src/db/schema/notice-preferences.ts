import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { NoticeChannel, NoticeKind } from '@hongyan/contract/vocabulary/notice'
import type { ColumnType } from 'kysely'

/** The owner's choice for each kind; an absent kind was never set. */
export type ChosenChannels = { readonly [K in NoticeKind]?: Readonly<Record<NoticeChannel, boolean>> }

interface NoticePreferenceTable {
  account_id: AccountId
  kinds: ColumnType<ChosenChannels, string | undefined, string>
  balance_low_micros: Micros | null
  balance_low_at: Date | null
}

interface BalanceLowDueTable {
  account_id: AccountId
  /** When the balance is checked next; null: at once. */
  due_at: Date | null
}

export interface NoticePreferencesTables {
  notice_preference: NoticePreferenceTable
  balance_low_due: BalanceLowDueTable
}
