import { signup } from '@hongyan/contract/endpoints/account/signup'
import { implement, type Route } from '../../../http/implement.ts'
import { type SignupDeps, signUp } from './service.ts'

export const signupRoutes = (deps: SignupDeps): readonly Route[] =>
  implement(
    signup,
    {
      create: async (call) => {
        const { token, info } = await signUp(deps, call.body, call)
        call.cookies.start(token, info)
        return info
      },
    },
    { audit: { create: { noState: 'written with the new account, by its transaction' } } },
  )
