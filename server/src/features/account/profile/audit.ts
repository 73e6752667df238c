import { accountState } from '../../../audit/state.ts'

export const profileAudit = accountState(
  'profile',
  `select firstname, lastname, gender, locale as language, phone, email, password_hash as "!password"
    from account where id = $1`,
)
