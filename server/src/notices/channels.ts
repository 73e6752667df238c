import { type NoticeChannel, noticeChannels, type NoticeKind, noticeKinds } from '@hongyan/contract/vocabulary/notice'

/** How the owner of an account is reached. */
export interface ContactDetails {
  readonly email: string | null
  readonly phone: string | null
}

export type Chosen = Readonly<Record<NoticeChannel, boolean>>

/** What an owner has just done by hand is not written to, unless that was asked for. */
const quiet: ReadonlySet<NoticeKind> = new Set(['topped_up'])

/** What the account has, mail first. */
export const channelsOf = ({ email, phone }: ContactDetails): readonly NoticeChannel[] =>
  noticeChannels.filter((channel) => (channel === 'email' ? email : phone) !== null)

/**
 * By which channels a notice goes out: as it was chosen, of what the account has. Where nothing was chosen, and where
 * nothing chosen is left of a kind that guards the account, by the first that there is.
 */
export function channelsFor(kind: NoticeKind, chosen: Chosen | null, has: ContactDetails): readonly NoticeChannel[] {
  const there = channelsOf(has)
  const first = there.slice(0, 1)
  if (chosen === null) return quiet.has(kind) ? [] : first
  const left = there.filter((channel) => chosen[channel])
  return left.length === 0 && noticeKinds[kind] === 'guard' ? first : left
}
