import { session } from '@hongyan/contract/endpoints/session'
import { implement, type Route } from '../../http/implement.ts'
import { endSession, type SessionDeps, startSession } from './service.ts'

export const sessionRoutes = (deps: SessionDeps): readonly Route[] =>
  implement(session, {
    create: async ({ caller, body, source, cookies }) => {
      const { token, info } = await startSession(deps, body, source, caller)
      cookies.start(token, info)
      return info
    },
    end: async ({ caller, cookies }) => {
      await endSession(deps, caller)
      cookies.end()
      return {}
    },
  })
