import { password } from '@hongyan/contract/endpoints/password'
import { session } from '@hongyan/contract/endpoints/session'
import { implement, type Route } from '../../http/implement.ts'
import { type ByCodeDeps, resetPassword, startSessionByCode } from './by-code.ts'
import { endSession, startSession } from './service.ts'

export const sessionRoutes = (deps: ByCodeDeps): readonly Route[] => [
  ...implement(session, {
    create: async ({ caller, body, source, cookies }) => {
      const { token, info } = await startSession(deps, body, source, caller)
      cookies.start(token, info)
      return info
    },
    byCode: async ({ caller, body, source, cookies }) => {
      const { token, info } = await startSessionByCode(deps, body, source, caller)
      cookies.start(token, info)
      return info
    },
    end: async ({ caller, cookies }) => {
      await endSession(deps, caller)
      cookies.end()
      return {}
    },
  }),
  ...implement(password, {
    reset: async ({ body, source, cookies }) => {
      await resetPassword(deps, body, source)
      cookies.end()
      return {}
    },
  }),
]
