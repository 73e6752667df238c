import { parseNumber } from '@hongyan/contract/sms/number'
import { homeCountry } from '@hongyan/contract/vocabulary/account'
import type { KnownAccount } from './rules.ts'

/** The possible numbers of a request in E.164, each once. */
export function numbersIn({ partition }: KnownAccount['rules'], recipients: readonly string[]): readonly string[] {
  const numbers = recipients.flatMap((given) => {
    const parsed = parseNumber(given, homeCountry[partition])
    return parsed.ok ? [parsed.e164] : []
  })
  return [...new Set(numbers)]
}
