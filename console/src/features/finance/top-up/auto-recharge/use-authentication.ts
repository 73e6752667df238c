import { SECOND } from '@hongyan/contract/durations'
import type { AddedPaymentMethod, PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t as textNow } from '../../../../i18n/text.ts'
import { doneText } from '../../../../ui/record-texts.ts'
import { toast } from '../../../../ui/toasts.ts'
import { openInWindow, openPaymentWindow } from '../../../../lib/payment-window.ts'
import { useReturn } from '../../../../lib/use-return.ts'
import { authenticated } from './expiry.ts'
import { cardsNow, reloadCards } from './queries.ts'

/** A card that waits for its holder's authentication at the bank. */
export interface AwaitedCard {
  readonly card: PaymentMethod
  readonly address: string
}

/** The interval of polling: the provider's result may come a moment after the customer has left the bank's page. */
const RECHECK_AFTER = 3 * SECOND

/**
 * Handles a new card until it can be used: where the bank requires it, opens the bank's page and polls for the result.
 */
export function useAuthentication(onKept: (card: PaymentMethod) => void) {
  const [awaited, setAwaited] = useState<AwaitedCard | null>(null)
  /** The awaited card now, for asynchronous calls that started with an earlier one. */
  const current = useRef<AwaitedCard | null>(null)

  function put(next: AwaitedCard | null) {
    current.current = next
    setAwaited(next)
  }

  function finish(card: PaymentMethod) {
    toast('ok', doneText('added', 'auto-recharge.entity'))
    onKept(card)
  }

  /** Reports each card once, however often it is polled. */
  async function checkCard(of: AwaitedCard): Promise<void> {
    const cards = await cardsNow()
    const became = cards ? authenticated(of.card, cards) : 'waiting'
    if (became === 'waiting' || current.current !== of) return
    put(null)
    if (became === 'kept') finish(of.card)
    else toast('bad', textNow('auto-recharge.notAuthenticated'), textNow('auto-recharge.notAuthenticatedText'))
  }

  useReturn(awaited !== null, () => awaited && void checkCard(awaited))
  const tick = useEffectEvent((of: AwaitedCard) => {
    if (document.visibilityState === 'visible') void checkCard(of)
  })
  useEffect(() => {
    if (!awaited) return undefined
    const timer = setInterval(() => tick(awaited), RECHECK_AFTER)
    return () => clearInterval(timer)
  }, [awaited])

  /** Opens the bank's page at once: browsers allow it only during the click. */
  async function added({ action, payload, ...card }: AddedPaymentMethod): Promise<void> {
    if (action === 'open' && payload !== undefined) {
      openInWindow(openPaymentWindow(textNow('auto-recharge.opening')), payload)
      put({ card, address: payload })
    } else finish(card)
    await reloadCards()
  }

  return { awaited, added: (card: AddedPaymentMethod) => void added(card) }
}
