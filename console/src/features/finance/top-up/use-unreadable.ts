import type { Micros } from '@hongyan/contract/money'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { amountInput } from './amount.ts'

/**
 * The message for a text that is not an amount, shown once the customer has left the field, and the handler for leaving
 * it, which writes an amount with both decimals.
 */
export function useUnreadable(typed: string, amount: Micros | null, onType: (typed: string) => void) {
  const t = useText()
  const [left, setLeft] = useState<string | null>(null)
  function leave() {
    setLeft(typed)
    if (amount !== null) onType(amountInput(amount))
  }
  const isUnreadable = amount === null && typed.trim() !== '' && left === typed
  return [isUnreadable ? t('top-up.unreadable') : undefined, leave] as const
}
