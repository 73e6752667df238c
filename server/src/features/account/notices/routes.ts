import { noticePreferences, notices } from '@hongyan/contract/endpoints/account/notices'
import { implement, type Route } from '../../../http/implement.ts'
import { markRead } from '../../../notices/store.ts'
import { preferencesAudit } from './audit.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import type { NoticeDeps } from './rounds.ts'
import { countNotices, countUnread, readNotices } from './store.ts'

export const noticeRoutes = ({ db, clock }: NoticeDeps): readonly Route[] => [
  ...implement(notices, {
    list: async ({ caller, query, total }) => {
      total(await countNotices(db, caller.account))
      return {
        unread: await countUnread(db, caller.account),
        notices: await readNotices(db, caller.account, query),
      }
    },
    read: async ({ caller, body }) => {
      await markRead(db, caller.account, body.ids, clock.now())
      return { unread: await countUnread(db, caller.account) }
    },
  }),
  ...implement(
    noticePreferences,
    {
      get: ({ caller }) => readPreferences(db, caller.account),
      save: ({ caller, body }) => savePreferences(db, caller.account, body),
    },
    { audit: { save: preferencesAudit } },
  ),
]
