import type { AddedPaymentMethod, PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t as textNow } from '../../../../i18n/text.ts'
import { toast } from '../../../../ui/toasts.ts'
import { leadTo, openWindow } from '../../../../lib/payment-window.ts'
import { useReturn } from '../../../../lib/use-return.ts'
import { authenticated } from './expiry.ts'
import { cardsNow, reloadCards } from './queries.ts'

/** A card that waits for its holder's authentication at the bank. */
export interface AwaitedCard {
  readonly card: PaymentMethod
  readonly address: string
}

/** The bank may report a moment after its page was left. */
const RECHECK_AFTER = 3_000

/** Takes a new card to a usable one, through the bank's page where the bank requires it. */
export function useAuthentication(onKept: (card: PaymentMethod) => void) {
  const [awaited, setAwaited] = useState<AwaitedCard | null>(null)
  /** The awaited card as seen by calls that started earlier. */
  const current = useRef<AwaitedCard | null>(null)

  function put(next: AwaitedCard | null) {
    current.current = next
    setAwaited(next)
  }

  function kept(card: PaymentMethod) {
    toast('ok', textNow('auto-recharge.created'))
    onKept(card)
  }

  /** Reports each card once, however often it is polled. */
  async function checkCard(of: AwaitedCard): Promise<void> {
    const cards = await cardsNow()
    const became = cards ? authenticated(of.card, cards) : 'waiting'
    if (became === 'waiting' || current.current !== of) return
    put(null)
    if (became === 'kept') kept(of.card)
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
      leadTo(openWindow(textNow('auto-recharge.opening')), payload)
      put({ card, address: payload })
    } else kept(card)
    await reloadCards()
  }

  return { awaited, added: (card: AddedPaymentMethod) => void added(card) }
}
