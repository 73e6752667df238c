import type { AccountId } from '@hongyan/contract/ids'
import type { NoticeChannel, NoticeKind } from '@hongyan/contract/vocabulary/notice'
import type { ColumnType } from 'kysely'

interface NoticeTable {
  account_id: AccountId
  id: string
  kind: NoticeKind
  /** The values of the notice's text. */
  details: ColumnType<Readonly<Record<string, string>>, string, never>
  at: Date
  read_at: Date | null
}

/** A notice that is still to be delivered by a channel. */
interface NoticeLetterTable {
  account_id: AccountId
  notice_id: string
  channel: NoticeChannel
  address: string
  at: Date
  /** When the delivery is tried next; null: at once. */
  try_at: Date | null
}

export interface NoticesTables {
  notice: NoticeTable
  notice_letter: NoticeLetterTable
}
