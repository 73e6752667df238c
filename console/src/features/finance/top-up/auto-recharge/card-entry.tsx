import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { Ellipsis, Star, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { useMinute } from '../../../../lib/use-minute.ts'
import { useFieldError } from '../../../../ui/form.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { MenuButton } from '../../../../ui/menu.tsx'
import type { MenuItem } from '../../../../ui/menu-items.ts'
import { recordItems } from '../../../../ui/record-items.ts'
import { BrandTile } from './brand-tile.tsx'
import { cardName } from './card-name.ts'
import { type CardState, expiryText, isUsable, stateOf } from './expiry.ts'

const frame =
  'flex items-center gap-3 rounded-md border border-line-strong py-3 pr-14 pl-4 has-enabled:cursor-pointer has-checked:border-chosen has-checked:inset-ring has-checked:inset-ring-chosen has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
const dot =
  'size-4 shrink-0 appearance-none rounded-full border border-control bg-raised outline-none checked:border-5 checked:border-accent checked:bg-on-accent disabled:border-line disabled:bg-fill'

const states: Readonly<Record<CardState, readonly [TextId, looks: string]>> = {
  good: ['auto-recharge.expires', 'text-ink-3'],
  soon: ['auto-recharge.expiresSoon', 'text-warn'],
  expired: ['auto-recharge.expired', 'text-bad'],
  pending: ['auto-recharge.pendingUnknown', 'text-warn'],
}

export interface CardActs {
  readonly choose: (id: string) => void
  readonly makeDefault: (card: PaymentMethod) => void
  readonly remove: (card: PaymentMethod) => void
}

interface CardEntryProps {
  card: PaymentMethod
  chosen: boolean
  /** True while the holder has to authenticate. */
  awaited: boolean
  acts: CardActs
}

function Acts({ card, acts, title }: Pick<CardEntryProps, 'card' | 'acts'> & { title: string }) {
  const t = useText()
  const isOffered = isUsable(card) && !card.default
  const items: MenuItem[] = [
    ...(isOffered
      ? [{ id: 'default', title: t('auto-recharge.makeDefault'), icon: Star, act: () => acts.makeDefault(card) }]
      : []),
    ...recordItems({ kind: 'card', id: card.id }),
  ]
  const last = { id: 'delete', title: t('auto-recharge.delete'), icon: Trash2, act: () => acts.remove(card) }
  return (
    <MenuButton
      label={t('auto-recharge.acts', { card: title })}
      groups={[{ items }, { items: [last] }]}
      className="absolute inset-y-0 right-3 my-auto grid size-9 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-8"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

/** A saved card, with its actions. Only a usable card can be chosen. */
export function CardEntry({ card, chosen, awaited, acts }: CardEntryProps) {
  const t = useText()
  const id = useId()
  const error = useFieldError('pm_id')
  const title = cardName(card)
  const state = stateOf(card, useMinute())
  const [label, looks] = states[state]
  return (
    <div className="relative">
      <label className={frame}>
        <input
          type="radio"
          name="pm_id"
          value={card.id}
          checked={chosen}
          disabled={!isUsable(card)}
          onChange={() => acts.choose(card.id)}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-state`}
          data-invalid={error !== undefined || undefined}
          className={dot}
        />
        <BrandTile brand={card.card.brand} />
        <span className="min-w-0">
          <span id={`${id}-title`} className="block font-medium">
            {title}
          </span>
          <span id={`${id}-state`} className="block text-xs text-ink-3">
            {card.default && `${t('auto-recharge.default')} · `}
            <span className={looks}>
              {awaited ? t('auto-recharge.pending') : t(label, { end: expiryText(card.card) })}
            </span>
          </span>
        </span>
      </label>
      <Acts card={card} acts={acts} title={title} />
    </div>
  )
}
