import type { AccountId } from '@hongyan/contract/ids'
import type { NoticeChannel, NoticeKind } from '@hongyan/contract/vocabulary/notice'
import type { ColumnType } from 'kysely'

interface NoticeTable {
  account_id: AccountId
  id: string
  kind: NoticeKind
  details: ColumnType<Readonly<Record<string, string>>, string, never>
  at: Date
  read_at: Date | null
}

interface NoticeLetterTable {
  account_id: AccountId
  notice_id: string
  channel: NoticeChannel
  address: string
  at: Date
  try_at: Date | null
}

export interface NoticesTables {
  notice: NoticeTable
  notice_letter: NoticeLetterTable
}
