import { audiences as rows } from '@hongyan/contract/endpoints/messaging/audiences'
import { createAudience } from '../../../broadcasts/audience-create.ts'
import { viewAudience } from '../../../broadcasts/audience-view.ts'
import type { AudienceCalls } from '../../../broadcasts/audiences.ts'
import { implement, type Route } from '../../../http/implement.ts'
import { leftOutLink } from './left-out-link.ts'
import { presentAudience } from './present-audience.ts'

export interface AudienceRouteDeps {
  readonly audiences: AudienceCalls
  /** The public address of a path of this server. */
  readonly addressOf: (path: string) => string
}

/** Recipients that an owner gives; a suspended account may still look at what it gave (ruling 35). */
export const audienceRoutes = ({ audiences, addressOf }: AudienceRouteDeps): readonly Route[] =>
  implement(rows, {
    create: async ({ caller: { account }, body, key }) => {
      const id = await createAudience(audiences, account, body, key)
      return presentAudience(await viewAudience(audiences, { account, id }))
    },
    get: async ({ caller: { account }, params: { id } }) =>
      presentAudience(await viewAudience(audiences, { account, id })),
    leftOut: async ({ caller: { account }, params: { id }, query, locale }) => ({
      url: addressOf(await leftOutLink(audiences, { account, id }, { ...query, locale })),
    }),
  })
