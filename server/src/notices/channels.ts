import { type NoticeChannel, noticeChannels, type NoticeKind, noticeKinds } from '@hongyan/contract/vocabulary/notice'

/** The addresses of an account's owner. */
export interface ContactDetails {
  readonly email: string | null
  readonly phone: string | null
}

export type Chosen = Readonly<Record<NoticeChannel, boolean>>

/** Kinds that the owner causes: they are delivered only where the owner chose a channel. */
const onlyByChoice: ReadonlySet<NoticeKind> = new Set(['topped_up'])

/** The channels that an account has an address for, email first. */
export const channelsOf = ({ email, phone }: ContactDetails): readonly NoticeChannel[] =>
  noticeChannels.filter((channel) => (channel === 'email' ? email : phone) !== null)

/**
 * The channels that deliver a notice: the owner's choice, as far as the account has an address. Where the owner chose
 * none, and where a notice that guards the account would go nowhere, the first channel with an address.
 */
export function channelsFor(kind: NoticeKind, chosen: Chosen | null, has: ContactDetails): readonly NoticeChannel[] {
  const there = channelsOf(has)
  const first = there.slice(0, 1)
  if (chosen === null) return onlyByChoice.has(kind) ? [] : first
  const left = there.filter((channel) => chosen[channel])
  return left.length === 0 && noticeKinds[kind] === 'guard' ? first : left
}
