import type { LeftOutCount, RowCounts } from '@hongyan/contract/endpoints/messaging/audiences'
import type { LeftOutReason } from '@hongyan/contract/vocabulary/broadcast'

/** The reasons that the list alone decides, by the name of their count. */
const ofList = {
  duplicates: 'duplicate',
  invalid: 'invalid',
  scientific: 'scientific',
  landline: 'landline',
  too_long: 'too_long',
} as const satisfies Partial<Record<keyof RowCounts, LeftOutReason>>

const listReasons = Object.entries(ofList) as readonly (readonly [keyof typeof ofList, LeftOutReason])[] // its own entries

/** The rows that get no message: those that the list rules out, then those of the estimate, which counts the others alone. */
export function leftOutOf(counts: RowCounts | null, quoted: readonly LeftOutCount[]): readonly LeftOutCount[] {
  const listed = listReasons
    .filter(([, reason]) => !quoted.some((each) => each.reason === reason))
    .map(([name, reason]) => ({ reason, recipients: counts?.[name] ?? 0 }))
  return [...listed, ...quoted].filter(({ recipients }) => recipients > 0)
}
