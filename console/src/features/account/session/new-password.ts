import { password as limits } from '@hongyan/contract/limits/account'
import { t } from '../../../i18n/text.ts'

/** The form message for an invalid new password; null for a valid one (specification section 5). */
export function passwordError(password: string): string | null {
  if (password === '') return t('session.passwordMissing')
  return password.length < limits.min ? t('session.passwordShort', { min: limits.min }) : null
}
