import { type RuleId, ruleText } from '@hongyan/contract/rules'
import { currentLocale } from '../../../i18n/text.ts'
import type { FieldErrors, FormValues } from '../../../ui/form.tsx'

/** The broken rule of each invalid field. */
export type BrokenRules = Readonly<Record<string, RuleId>>

/** The message of a rule, the same as the server's. */
export const ruleMessage = (rule: RuleId): string => ruleText(rule, currentLocale())

/** Turns a check that returns rules into one that returns messages. */
export const formCheck =
  (check: (values: FormValues) => BrokenRules) =>
  (values: FormValues): FieldErrors =>
    Object.fromEntries(Object.entries(check(values)).map(([field, rule]) => [field, ruleMessage(rule)]))
