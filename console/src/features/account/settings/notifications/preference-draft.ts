import type { NoticePreferences } from '@hongyan/contract/endpoints/account/notices'
import { notices as limits } from '@hongyan/contract/limits/account'
import { decimalOf, type Micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { readAmount } from '@hongyan/contract/typed-amount'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type NoticeChannel, noticeChannels, type NoticeKind, noticeKinds } from '@hongyan/contract/vocabulary/notice'

export type Kinds = NoticePreferences['kinds']

/** The values of the form. */
export interface PreferenceDraft {
  readonly kinds: Kinds
  readonly low: boolean
  readonly below: string
}

export const draftOf = ({ kinds, balance_low: low }: NoticePreferences): PreferenceDraft => ({
  kinds,
  low: low !== null,
  below: low?.replace(/\.?0+$/, '') ?? '',
})

/** The kinds of a group in their order. Invoice kinds are only for accounts with credit. */
export const kindsOf = (group: 'guard' | 'choice', credit: boolean): readonly NoticeKind[] =>
  (Object.keys(noticeKinds) as NoticeKind[]) // the keys of this object are the kinds
    .filter((kind) => noticeKinds[kind] === group && (credit || !kind.startsWith('invoice_')))

/** True for the only channel left of a kind that guards the account. */
export const isLast = (kinds: Kinds, kind: NoticeKind, channel: NoticeChannel): boolean =>
  noticeKinds[kind] === 'guard' && noticeChannels.every((other) => kinds[kind][other] === (other === channel))

export const choose = (kinds: Kinds, kind: NoticeKind, channel: NoticeChannel, on: boolean): Kinds => ({
  ...kinds,
  [kind]: { ...kinds[kind], [channel]: on },
})

/** Reads a typed threshold, or says why it is none. */
export function readThreshold(typed: string, currency: Currency): Micros | 'unreadable' | 'outside' {
  const amount = readAmount(typed, currency, DECIMALS)
  if (amount === null) return typed.trim() === '' ? 'outside' : 'unreadable'
  return amount < known(limits.lowBalance.min) || amount > known(limits.lowBalance.max) ? 'outside' : amount
}

const DECIMALS = 6
const known = (exact: string): Micros => parseMicros(exact) ?? ZERO

/** The changed preferences only, so that untouched ones keep following the default. Null for an invalid amount. */
export function changesOf(draft: PreferenceDraft, saved: NoticePreferences, currency: Currency) {
  const below = draft.low ? readThreshold(draft.below, currency) : null
  if (typeof below === 'string') return null
  const changed = Object.entries(draft.kinds).filter(([kind, to]) => {
    const before = saved.kinds[kind as NoticeKind] // the keys of kinds
    return noticeChannels.some((channel) => before[channel] !== to[channel])
  })
  return { kinds: Object.fromEntries(changed), balance_low: below === null ? null : decimalOf(below) }
}
