import { password as limits } from '@hongyan/contract/limits'
import { t } from '../../../i18n/text.ts'

/** What is wrong with a new password; null when nothing is (specification section 5). */
export function passwordError(password: string): string | null {
  if (password === '') return t('session.passwordMissing')
  return password.length < limits.min ? t('session.passwordShort', { min: limits.min }) : null
}
