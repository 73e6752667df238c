import { configuration } from '@hongyan/contract/endpoints/configuration'
import { UpstreamType } from '@hongyan/contract/vocabulary/upstream'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { implement, type Route } from '../../http/implement.ts'
import { saveSmsConfiguration, smsConfiguration } from './service.ts'

export const configurationRoutes = ({ db }: { readonly db: Kysely<Schema> }): readonly Route[] =>
  implement(configuration, {
    sms: ({ caller }) => smsConfiguration(db, caller.account),
    saveSms: ({ caller, body }) => saveSmsConfiguration(db, caller.account, body),
    // Accounts have no channels of their own yet, so ours take everything (ruling 38).
    upstream: () => ({ rules: [], fallback: { type: UpstreamType.Standard } }),
  })
