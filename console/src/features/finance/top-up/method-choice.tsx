import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { cx } from '../../../ui/cx.ts'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isOver, cashbackRange } from './cashback.ts'

interface Brand {
  readonly title: TextId
  readonly text?: TextId
  /** The tile's letter and background; the tile of cards has an icon. */
  readonly tile?: readonly [letter: TextId, ground: string]
}

const brands: Record<TopUpChannel, Brand> = {
  alipay: { title: 'top-up.alipay', tile: ['top-up.alipayTile', 'bg-[#1264db]'] },
  wxpay: { title: 'top-up.wxpay', tile: ['top-up.wxpayTile', 'bg-[#06803a]'] },
  stripe: { title: 'top-up.stripe', text: 'top-up.stripeText' },
}

const card =
  'flex items-center gap-3 rounded-md border border-line-strong p-4 has-enabled:cursor-pointer has-checked:border-chosen has-checked:inset-ring has-checked:inset-ring-chosen has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
const dot =
  'size-4 shrink-0 appearance-none rounded-full border border-control bg-raised outline-none checked:border-5 checked:border-accent checked:bg-on-accent disabled:border-line disabled:bg-fill'

function Tile({ brand: { tile } }: { brand: Brand }) {
  const t = useText()
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-8 shrink-0 place-items-center rounded-md font-semibold',
        tile ? `${tile[1]} text-white` : 'bg-fill text-ink-2',
      )}
    >
      {tile ? t(tile[0]) : <Icon of={CreditCard} />}
    </span>
  )
}

/** A badge on the card of alipay that states its cashback. A press opens the rules. */
export function CashbackBadge({ until, onPress }: { until: string; onPress: () => void }) {
  const t = useText()
  const over = isOver(until, useMinute().getTime())
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      className="absolute inset-y-0 right-4 my-auto h-6 rounded-sm border border-line-strong bg-raised px-1.5 text-xs font-medium text-ink-2 hover:bg-fill hover:text-ink"
    >
      {over ? t('top-up.badgeOver') : t('top-up.badge', cashbackRange)}
    </button>
  )
}

interface MethodChoiceProps {
  channels: readonly TopUpChannel[]
  /** The channels that are available now. */
  available: readonly TopUpChannel[]
  /** The channels that the account's status does not block. */
  allowed: readonly TopUpChannel[]
  value: TopUpChannel
  onChange: (channel: TopUpChannel) => void
  /** Shown on the card of alipay. */
  badge: ReactNode
}

/**
 * The payment methods, a card each. A blocked method cannot be chosen. One that is unavailable for another reason can,
 * and the server then gives the reason.
 */
export function MethodChoice({ channels, available, allowed, value, onChange, badge }: MethodChoiceProps) {
  const t = useText()
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-medium">{t('top-up.method')}</legend>
      {channels.map((channel) => {
        const brand = brands[channel]
        const isAllowed = allowed.includes(channel)
        const text = isAllowed ? (available.includes(channel) ? brand.text : 'top-up.notNow') : 'top-up.blocked'
        return (
          <div key={channel} className="relative">
            <label className={card}>
              <input
                type="radio"
                // Differs from the call's field name: a blocked channel is shown in a dialog, not under a field.
                name="method"
                value={channel}
                checked={isAllowed && channel === value}
                disabled={!isAllowed}
                onChange={() => onChange(channel)}
                className={dot}
              />
              <Tile brand={brand} />
              <span className="min-w-0">
                <span className="block font-medium">{t(brand.title)}</span>
                {text !== undefined && <span className="block text-xs text-ink-3">{t(text)}</span>}
              </span>
            </label>
            {channel === 'alipay' && isAllowed && badge}
          </div>
        )
      })}
    </fieldset>
  )
}
