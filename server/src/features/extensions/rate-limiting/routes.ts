import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import type { Pool } from 'pg'
import { implement, type Route } from '../../../http/implement.ts'
import { readAdvice } from './advice.ts'
import { rateLimitingAudit } from './audit.ts'
import { readHits } from './hits.ts'
import { type InForceDeps, readLimitsInForce } from './in-force.ts'
import { type PreviewDeps, previewLimits } from './preview.ts'
import { type RateLimitingDeps, readLimits, saveLimits } from './service.ts'

export type RateLimitingRouteDeps = RateLimitingDeps & PreviewDeps & InForceDeps & { readonly pool: Pool }

/** Reading stays open to a suspended account (ruling 35). */
export const rateLimitingRoutes = (deps: RateLimitingRouteDeps): readonly Route[] =>
  implement(
    smsRateLimiting,
    {
      get: ({ caller }) => readLimits(deps, caller.account),
      save: ({ caller, body }) => saveLimits(deps, caller.account, body),
      preview: ({ caller, body }) => previewLimits(deps, caller.account, body),
      hits: ({ caller, query }) => readHits(deps, caller.account, query.period === '7d' ? 7 : 30),
      advice: ({ caller }) => readAdvice(deps, caller.account),
      limits: ({ caller }) => readLimitsInForce(deps, caller.account),
    },
    { audit: { save: rateLimitingAudit } },
  )
