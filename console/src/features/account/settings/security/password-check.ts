import { password as limits } from '@hongyan/contract/limits/account'
import type { FormValues } from '../../../../ui/form.tsx'
import type { BrokenRules } from '../rule-messages.ts'

/** Specification section 5: all three are required, the new ones have at least 6 characters and are the same. */
export function checkPassword({ curpassword = '', password = '', confirmation = '' }: FormValues): BrokenRules {
  return {
    ...(curpassword === '' ? { curpassword: 'curpassword_required' as const } : {}),
    ...ofNew(password),
    ...ofConfirmation(confirmation, password),
  }
}

function ofNew(password: string): BrokenRules {
  if (password === '') return { password: 'password_required' }
  return password.length < limits.min ? { password: 'password_short' } : {}
}

function ofConfirmation(confirmation: string, password: string): BrokenRules {
  if (confirmation === '') return { confirmation: 'confirmation_required' }
  if (confirmation !== password) return { confirmation: 'inconsistent_password' }
  return confirmation.length < limits.min ? { confirmation: 'password_short' } : {}
}
