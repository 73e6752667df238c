import { channelsOf, isBlocked, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { isEnough, quickAmounts, readAmount } from './amount.ts'
import { useChoice } from './orders.ts'

/** The values of the form, and what they mean for the account. */
export function useDraft() {
  const { config, currency } = useAccount()
  const choice = useChoice()
  const [typed, type] = useState('')
  const [chosen, choose] = useState<TopUpChannel | null>(null)
  const [accepted, accept] = useState(false)
  const channels = channelsOf(currency)
  const free = channels.filter((each) => !isBlocked(config.acct_status, each))
  const open = choice?.channels ?? free
  const amount = readAmount(typed, currency)
  const first = free.find((each) => open.includes(each)) ?? free[0] ?? channels[0] ?? 'stripe'
  const channel = chosen !== null && free.includes(chosen) ? chosen : first
  return {
    currency,
    choice,
    typed,
    type,
    amount,
    /** The amount of the refund example. */
    example: isEnough(amount) ? amount : readAmount(quickAmounts[currency][2] ?? '', currency),
    channels,
    open,
    /** The channels that the account's status does not block. */
    free,
    channel,
    choose,
    accepted,
    accept,
    isReady: accepted && isEnough(amount) && free.length > 0,
  }
}

export type Draft = ReturnType<typeof useDraft>
