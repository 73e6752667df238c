import { codes } from '@hongyan/contract/endpoints/account/codes'
import { implement, type Route } from '../../../http/implement.ts'
import { sendCode, type CodeDeps, verifyCode } from './service.ts'

export const codeRoutes = (deps: CodeDeps): readonly Route[] =>
  implement(codes, {
    send: async (call) => ({ handle: await sendCode(deps, call) }),
    verify: async (call) => ({ token: await verifyCode(deps, call) }),
  })
