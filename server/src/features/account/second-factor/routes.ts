import { secondFactor } from '@hongyan/contract/endpoints/account/second-factor'
import { security } from '@hongyan/contract/endpoints/account/security'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import { implement, type Route } from '../../../http/implement.ts'
import { securityAudit } from './audit.ts'
import type { SecondFactorDeps } from './deps.ts'
import * as guard from './security.ts'
import { anyPasskeyOptions, signInByPasskey, signInBySecond } from './sign-in.ts'
import { stepUp, stepUpOptions } from './step-up.ts'

const signsIn = { noState: 'written with the new session, by its transaction' }

export const secondFactorRoutes = (deps: SecondFactorDeps): readonly Route[] => [
  ...implement(
    secondFactor,
    {
      signIn: async ({ caller, body, source, cookies }) => {
        const { token, info } = await signInBySecond(deps, body, source, caller)
        cookies.start(token, info)
        return info
      },
      passkeyOptions: ({ source }) => anyPasskeyOptions(deps, source),
      byPasskey: async ({ caller, body, source, cookies }) => {
        const { token, info } = await signInByPasskey(deps, body, source, caller)
        cookies.start(token, info)
        return info
      },
      stepUpOptions: async ({ caller, source }) => ({
        ...(await stepUpOptions(deps, caller, source)),
        minutes: limits.stepUpFor / 60_000,
      }),
      stepUp: ({ caller, body, source }) => stepUp(deps, caller, body, source),
    },
    { audit: { signIn: signsIn, byPasskey: signsIn, stepUp: { noState: 'only the session is proved again' } } },
  ),
  ...implement(
    security,
    {
      get: ({ caller, source }) => guard.readSecurity(deps, caller, source),
      beginTotp: ({ caller }) => guard.beginTotp(deps, caller),
      confirmTotp: async ({ caller, body }) => ({ codes: await guard.confirmTotp(deps, caller, body.code) }),
      removeTotp: async ({ caller, source }) => {
        await guard.removeTotp(deps, caller)
        return guard.readSecurity(deps, caller, source)
      },
      newRecoveryCodes: async ({ caller }) => ({ codes: await guard.newRecoveryCodes(deps, caller) }),
      passkeyOptions: async ({ caller, source }) => ({ options: await guard.newPasskeyOptions(deps, caller, source) }),
      addPasskey: ({ caller, body, source }) => guard.addPasskey(deps, caller, body, source),
      renamePasskey: ({ caller, params, body }) => guard.renamePasskey(deps, caller, params.id, body.name),
      removePasskey: async ({ caller, params, source }) => {
        await guard.removePasskey(deps, caller, params.id)
        return guard.readSecurity(deps, caller, source)
      },
    },
    {
      audit: {
        confirmTotp: securityAudit,
        removeTotp: securityAudit,
        newRecoveryCodes: securityAudit,
        addPasskey: securityAudit,
        renamePasskey: securityAudit,
        removePasskey: securityAudit,
      },
    },
  ),
]
