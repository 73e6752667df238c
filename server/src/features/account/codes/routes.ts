import { verification } from '@hongyan/contract/endpoints/account/verification'
import { implement, type Route } from '../../../http/implement.ts'
import { sendCode, type VerificationDeps, verifyCode } from './service.ts'

export const verificationRoutes = (deps: VerificationDeps): readonly Route[] =>
  implement(verification, {
    send: async (call) => ({ handle: await sendCode(deps, call) }),
    verify: async (call) => ({ token: await verifyCode(deps, call) }),
  })
