import { supportContacts } from '@hongyan/contract/endpoints/support/channels'
import type { Pool } from 'pg'
import type { Config } from '../../../config/config.ts'
import { alone } from '../../../db/tx.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { isOpen, nextChange } from '../../../kit/working-hours.ts'
import { partitionOf } from '../../../db/account-partition.ts'
import { contactsIn } from './contacts.ts'
import { firstReply } from './first-reply.ts'

export interface ContactDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly config: Pick<Config, 'support'>
}

export const supportContactRoutes = ({ pool, clock, config: { support } }: ContactDeps): readonly Route[] =>
  implement(supportContacts, {
    list: async ({ caller, locale }) => {
      const now = clock.now()
      const partition = await partitionOf(alone(pool), caller.account)
      const hours = support.hours[partition]
      return {
        channels: [...contactsIn(support.contacts, locale)],
        hours: {
          ...hours,
          days: [...hours.days],
          open: isOpen(hours, now),
          changes_at: nextChange(hours, now).toISOString(),
        },
        first_reply_s: await firstReply(alone(pool), partition, now),
      }
    },
  })
