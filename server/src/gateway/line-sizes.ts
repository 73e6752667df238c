import type { AccountId } from '@hongyan/contract/ids'

/** Two seconds of work at a rate that any supported machine keeps, in recipients. */
const WHOLE = 20_000
/** A line may hold a tenth of the whole while other accounts wait, and half of it alone. */
const SHARE = { beside: 0.1, alone: 0.5 } as const
/** The recipients of one request: an account without a line can always begin one. */
const LARGEST_REQUEST = 100

/** The recipients that wait for admission, per account. Beyond its share an account is refused, and no other. */
export interface LineSizes {
  /** False where the account's line is full. */
  readonly enter: (account: AccountId, recipients: number) => boolean
  readonly leave: (account: AccountId, recipients: number) => void
}

export function createLineSizes(): LineSizes {
  const sizes = new Map<AccountId, number>()

  const most = (account: AccountId): number => {
    const lines = sizes.size + (sizes.has(account) ? 0 : 1)
    if (lines === 1) return WHOLE * SHARE.alone
    return Math.max(LARGEST_REQUEST, Math.min(WHOLE * SHARE.beside, WHOLE / lines))
  }

  return {
    enter(account, recipients) {
      const size = (sizes.get(account) ?? 0) + recipients
      if (size > most(account)) return false
      sizes.set(account, size)
      return true
    },
    leave(account, recipients) {
      const left = (sizes.get(account) ?? 0) - recipients
      if (left > 0) sizes.set(account, left)
      else sizes.delete(account)
    },
  }
}
