import { profile as limits } from '@hongyan/contract/limits/account'
import type { FormValues } from '../../../../ui/form.tsx'
import type { BrokenRules } from '../rule-messages.ts'

const fits = new RegExp(`^.{1,${limits.nameMax}}$`, 'u')

/** Trims a name and makes repeated spaces one. */
export const tidy = (name: string): string => name.replaceAll(/\s+/g, ' ').trim()

function ofName(field: 'firstname' | 'lastname', typed = ''): BrokenRules {
  const name = tidy(typed)
  if (name === '') return { [field]: `${field}_required` }
  return fits.test(name) ? {} : { [field]: `${field}_long` }
}

/** Specification section 5: both names are required and have at most 48 characters, as people count them. */
export const checkProfile = ({ firstname, lastname }: FormValues): BrokenRules => ({
  ...ofName('firstname', firstname),
  ...ofName('lastname', lastname),
})
