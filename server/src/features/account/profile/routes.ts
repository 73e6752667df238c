import { profile } from '@hongyan/contract/endpoints/account/profile'
import { implement, type Route } from '../../../http/implement.ts'
import { profileAudit } from './audit.ts'
import { changeContact } from './contact.ts'
import type { ProfileDeps } from './deps.ts'
import { changePassword } from './password.ts'

export const profileRoutes = (deps: ProfileDeps): readonly Route[] =>
  implement(
    profile,
    {
      save: async ({ caller, body }) => {
        await deps.savePerson(deps.db, caller.account, body)
        return deps.show(caller.account)
      },
      setLocale: async ({ caller: { account }, body: { locale } }) => {
        await deps.saveLocale(deps.db, account, locale)
        return deps.show(account)
      },
      changePhone: async ({ caller: { account }, body: { phone: value, ...tokens }, source }) => {
        const { token, rebindVia, rebindToken } = tokens
        await changeContact(deps, { account, source }, { kind: 'phone', value, token, rebindVia, rebindToken })
        return deps.show(account)
      },
      changeEmail: async ({ caller: { account }, body: { email: value, ...tokens }, source }) => {
        const { token, rebindVia, rebindToken } = tokens
        await changeContact(deps, { account, source }, { kind: 'email', value, token, rebindVia, rebindToken })
        return deps.show(account)
      },
      changePassword: async ({ caller, body, source }) => {
        await changePassword(deps, caller, source, body)
        return {}
      },
    },
    {
      audit: {
        save: profileAudit,
        setLocale: profileAudit,
        changePhone: profileAudit,
        changeEmail: profileAudit,
        changePassword: profileAudit,
      },
    },
  )
