import { readAmount } from '@hongyan/contract/typed-amount'
import { channelsOf, isBlocked, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { amountInput, isEnough, quickAmounts } from './amount.ts'
import { type LapsedTopUp, useChoice } from './orders.ts'

/** The values of the form, at first those of a lapsed top-up, and the channels and amounts that follow from them. */
export function useDraft(lapsed: LapsedTopUp | null) {
  const { config, currency } = useAccount()
  const choice = useChoice()
  const [typed, type] = useState(lapsed ? amountInput(lapsed.amount) : '')
  const [chosen, choose] = useState<TopUpChannel | null>(lapsed?.channel ?? null)
  const [accepted, accept] = useState(false)
  const channels = channelsOf(currency)
  const allowed = channels.filter((each) => !isBlocked(config.acct_status, each))
  const available = choice?.channels ?? allowed
  const amount = readAmount(typed, currency)
  const first = allowed.find((each) => available.includes(each)) ?? allowed[0] ?? channels[0] ?? 'stripe'
  const channel = chosen !== null && allowed.includes(chosen) ? chosen : first
  return {
    currency,
    choice,
    typed,
    type,
    amount,
    /** The amount of the refund example. */
    example: isEnough(amount) ? amount : readAmount(quickAmounts[currency][2] ?? '', currency),
    channels,
    open: available,
    /** The channels that the account's status does not block. */
    free: allowed,
    channel,
    choose,
    accepted,
    accept,
    isReady: accepted && isEnough(amount) && allowed.length > 0,
  }
}

export type Draft = ReturnType<typeof useDraft>
