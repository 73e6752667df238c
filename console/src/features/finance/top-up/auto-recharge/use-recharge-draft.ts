import type { AutoRecharge } from '@hongyan/contract/endpoints/configuration'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { type Micros, parseMicros } from '@hongyan/contract/money'
import { readAmount } from '@hongyan/contract/typed-amount'
import { isBlocked } from '@hongyan/contract/vocabulary/payment'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { amountInput } from '../amount.ts'
import { cardToUse } from './expiry.ts'
import { isReady } from './rules.ts'

/** The unsaved changes. An absent field keeps its saved value. */
interface Changes {
  readonly enable?: boolean
  readonly below?: string
  readonly topup?: string
  readonly card?: string
  readonly agreed?: boolean
}

const NO_CHANGES: Changes = {}

const inputOf = (saved: string | null): string => {
  const amount: Micros | null = saved === null ? null : parseMicros(saved)
  return amount === null ? '' : amountInput(amount)
}

/** The values of the form, and the account's cards and limits that follow from them. */
export function useRechargeDraft(saved: AutoRecharge, cards: readonly PaymentMethod[]) {
  const { config, currency } = useAccount()
  const blocked = isBlocked(config.acct_status, 'stripe')
  const [changes, setChanges] = useState(NO_CHANGES)
  const change = (more: Changes) => setChanges((before) => ({ ...before, ...more }))
  const typed = { below: changes.below ?? inputOf(saved.below), topup: changes.topup ?? inputOf(saved.topup) }
  const card = cardToUse(cards, changes.card ?? saved.pm_id)
  const draft = {
    enable: changes.enable ?? saved.enable,
    below: readAmount(typed.below, currency),
    topup: readAmount(typed.topup, currency),
    card: card?.id ?? null,
    // The agreement belongs to a card: the saved card's does not cover another.
    agreed: changes.agreed ?? (saved.enable && card?.id === saved.pm_id),
  }
  return {
    ...draft,
    currency,
    draft,
    typed,
    chosen: card,
    /** True where the account may not add or charge cards (ruling 35). */
    blocked,
    isReady: isReady(draft, saved.enable) && !(blocked && draft.enable),
    switchTo: (enable: boolean) => change({ enable }),
    type: (name: 'below' | 'topup', text: string) => change({ [name]: text }),
    choose: (id: string) => change({ card: id }),
    /** Agreeing also switches auto-recharge on. */
    agree: (agreed: boolean) => change(agreed ? { agreed, enable: true } : { agreed }),
    saved: () => setChanges(NO_CHANGES),
  }
}

export type RechargeDraftForm = ReturnType<typeof useRechargeDraft>
