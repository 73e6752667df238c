import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { Plus } from 'lucide-react'
import { useId, type RefObject } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { useFieldError } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { useChoice } from '../orders.ts'
import { type CardActs, CardEntry } from './card-entry.tsx'
import { preloadNewCard } from './new-card-dialog.tsx'

interface CardListProps {
  /** Takes the focus when the focused card is removed. */
  list: RefObject<HTMLDivElement | null>
  cards: readonly PaymentMethod[]
  chosen: string | null
  /** The card that waits for its holder's authentication. */
  awaited: string | null
  acts: CardActs
  /** True while the account is blocked for cards. */
  blocked: boolean
  onAdd: () => void
}

/** The saved cards. One of them is charged. */
export function CardList({ list, cards, chosen, awaited, acts, blocked, onAdd }: CardListProps) {
  const t = useText()
  const id = useId()
  const error = useFieldError('pm_id')
  const isAddable = useChoice()?.cards !== null
  return (
    <div ref={list} role="group" aria-labelledby={id} tabIndex={-1} className="outline-none">
      <div className="mb-2 flex items-center justify-between gap-4">
        <span id={id} className="text-sm font-medium">
          {t('auto-recharge.card')}
        </span>
        <Button
          tone="ghost"
          size="small"
          icon={Plus}
          aria-haspopup="dialog"
          disabled={blocked || !isAddable}
          onClick={onAdd}
          onPointerEnter={preloadNewCard}
          onFocus={preloadNewCard}
        >
          {t('auto-recharge.add')}
        </Button>
      </div>
      <div className="grid grid-cols-1 gap-2">
        {cards.map((card) => (
          <CardEntry key={card.id} card={card} chosen={card.id === chosen} awaited={card.id === awaited} acts={acts} />
        ))}
        {!isAddable && (
          <Note title={t('auto-recharge.noNewCards')}>{cards.length === 0 && t('auto-recharge.noNewCardsText')}</Note>
        )}
        {isAddable && cards.length === 0 && (
          <p className="rounded-md border border-dashed border-line-strong px-4 py-5 text-center text-sm text-ink-3">
            {t('auto-recharge.noCard')}
          </p>
        )}
        {error !== undefined && <FieldError>{error}</FieldError>}
      </div>
    </div>
  )
}
