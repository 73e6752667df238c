import type { AddedPaymentMethod, PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t as textNow } from '../../../../i18n/text.ts'
import { toast } from '../../../../ui/toasts.ts'
import { leadTo, openWindow } from '../../../../lib/payment-window.ts'
import { useReturn } from '../../../../lib/use-return.ts'
import { authenticated } from './expiry.ts'
import { cardsNow, reloadCards } from './queries.ts'

/** A card whose holder is at the bank's page. */
export interface Awaited {
  readonly card: PaymentMethod
  readonly address: string
}

/** The bank's word may come a moment after its page was left. */
const LOOK_AGAIN = 3_000

/** From a card that was just added to one that can be used, by way of the bank's page where the bank wants that. */
export function useAuthentication(onKept: (card: PaymentMethod) => void) {
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  /** The awaited one as calls find it that were under way when it changed. */
  const current = useRef<Awaited | null>(null)

  function put(next: Awaited | null) {
    current.current = next
    setAwaited(next)
  }

  function kept(card: PaymentMethod) {
    toast('ok', textNow('auto-recharge.created'))
    onKept(card)
  }

  /** Once for each card, however often it is looked for. */
  async function look(of: Awaited): Promise<void> {
    const cards = await cardsNow()
    const became = cards ? authenticated(of.card, cards) : 'waiting'
    if (became === 'waiting' || current.current !== of) return
    put(null)
    if (became === 'kept') kept(of.card)
    else toast('bad', textNow('auto-recharge.notAuthenticated'), textNow('auto-recharge.notAuthenticatedText'))
  }

  useReturn(awaited !== null, () => awaited && void look(awaited))
  const tick = useEffectEvent((of: Awaited) => {
    if (document.visibilityState === 'visible') void look(of)
  })
  useEffect(() => {
    if (!awaited) return undefined
    const timer = setInterval(() => tick(awaited), LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [awaited])

  /** The bank's page opens while the press that added the card still counts as one. */
  async function added({ action, payload, ...card }: AddedPaymentMethod): Promise<void> {
    if (action === 'open' && payload !== undefined) {
      leadTo(openWindow(textNow('auto-recharge.opening')), payload)
      put({ card, address: payload })
    } else kept(card)
    await reloadCards()
  }

  return { awaited, added: (card: AddedPaymentMethod) => void added(card) }
}
