import { password } from '@hongyan/contract/endpoints/account/password'
import { sessions } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { implement, type Route } from '../../../http/implement.ts'
import { sessionAudit } from './audit.ts'
import { type ByCodeDeps, resetPassword, startSessionByCode } from './by-code.ts'
import { endSession, startSession } from './service.ts'
import { endOneSession, endOtherSessions, listSessions } from './sessions.ts'

const signsIn = { noState: 'written with the new session, by its transaction' }

export const sessionRoutes = (deps: ByCodeDeps): readonly Route[] => [
  ...implement(
    session,
    {
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
    },
    { audit: { create: signsIn, byCode: signsIn, end: { noState: 'the session ends, and nothing else' } } },
  ),
  ...implement(
    sessions,
    {
      list: ({ caller }) => listSessions(deps, caller),
      end: async ({ caller, params, cookies }) => {
        await endOneSession(deps, caller, params.id)
        if (params.id === caller.session) cookies.end()
        return {}
      },
      endOthers: async ({ caller }) => ({ ended: await endOtherSessions(deps, caller) }),
    },
    { audit: { end: sessionAudit, endOthers: sessionAudit } },
  ),
  ...implement(
    password,
    {
      reset: async ({ body, source, cookies }) => {
        await resetPassword(deps, body, source)
        cookies.end()
        return {}
      },
    },
    { audit: { reset: { noState: 'written with the new password, by its transaction' } } },
  ),
]
