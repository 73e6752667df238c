import { type RuleId, ruleText } from '@hongyan/contract/rules'
import { currentLocale } from '../../../i18n/text.ts'
import type { FieldErrors, FormValues } from '../../../ui/form.tsx'

/** The rule that each field breaks, of those that break one. */
export type Broken = Readonly<Record<string, RuleId>>

/** What a rule of the contract says of a field, in the words of the server. */
export const say = (rule: RuleId): string => ruleText(rule, currentLocale())

/** A check of a form in words. */
export const worded =
  (check: (values: FormValues) => Broken) =>
  (values: FormValues): FieldErrors =>
    Object.fromEntries(Object.entries(check(values)).map(([field, rule]) => [field, say(rule)]))
