import { password } from '@hongyan/contract/endpoints/account/password'
import { sessions } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { implement, type Route } from '../../../http/implement.ts'
import { type ByCodeDeps, resetPassword, startSessionByCode } from './by-code.ts'
import { endSession, startSession } from './service.ts'
import { endOneSession, endOtherSessions, listSessions } from './sessions.ts'

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
    end: async ({ caller, source, cookies }) => {
      await endSession(deps, caller, source)
      cookies.end()
      return {}
    },
  }),
  ...implement(sessions, {
    list: ({ caller }) => listSessions(deps, caller),
    end: async ({ caller, params, cookies }) => {
      await endOneSession(deps, caller, params.id)
      if (params.id === caller.session) cookies.end()
      return {}
    },
    endOthers: async ({ caller }) => ({ ended: await endOtherSessions(deps, caller) }),
  }),
  ...implement(password, {
    reset: async ({ body, source, cookies }) => {
      await resetPassword(deps, body, source)
      cookies.end()
      return {}
    },
  }),
]
