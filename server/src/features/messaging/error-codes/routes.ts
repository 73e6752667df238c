import { errorCodes } from '@hongyan/contract/endpoints/messaging/error-codes'
import { errorPage, hasPage } from '@hongyan/contract/error-pages'
import { implement, type Route } from '../../../http/implement.ts'
import { Refusal } from '../../../kit/refusal.ts'

export const errorCodeRoutes = (): readonly Route[] =>
  implement(errorCodes, {
    get: ({ params: { code }, locale }) => {
      if (!hasPage(code)) throw new Refusal('not_found')
      const { stages, steps, related, ...page } = errorPage(code, locale)
      return { ...page, stages: [...stages], steps: [...steps], related: [...related] }
    },
  })
