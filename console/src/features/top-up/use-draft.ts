import { channelsOf, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { isEnough, quickAmounts, readAmount } from './amount.ts'
import { useChoice } from './orders.ts'

/** What the form holds before it is sent, and what that means for this account. */
export function useDraft() {
  const { currency } = useAccount()
  const choice = useChoice()
  const [typed, type] = useState('')
  const [chosen, choose] = useState<TopUpChannel | null>(null)
  const [accepted, accept] = useState(false)
  const channels = channelsOf(currency)
  const open = choice?.channels ?? channels
  const amount = readAmount(typed, currency)
  return {
    currency,
    choice,
    typed,
    type,
    amount,
    /** What the refund of an example is told of. */
    example: isEnough(amount) ? amount : readAmount(quickAmounts[currency][2] ?? '', currency),
    channels,
    open,
    channel: chosen ?? channels.find((each) => open.includes(each)) ?? channels[0] ?? 'stripe',
    choose,
    accepted,
    accept,
    isReady: accepted && isEnough(amount),
  }
}

export type Draft = ReturnType<typeof useDraft>
