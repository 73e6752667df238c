import { decimalOf } from '@hongyan/contract/money'
import { useText } from '../../i18n/text.ts'
import { Button, buttonLooks } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { moneyText } from './amount.ts'
import type { Pending } from './orders.ts'

/** It has the focus from the moment it is there, and is scrolled to where it was not to be seen. */
const lookedAt = (note: HTMLElement | null): void => note?.focus()

/** That a payment in another window is waited for, with the way back to it and the way out. */
export function PendingNote({ pending, onCancel }: { pending: Pending; onCancel: () => void }) {
  const t = useText()
  const { amount, currency, order } = pending
  const words = t('top-up.waiting', { amount: moneyText(decimalOf(amount), currency) })
  return (
    <div
      ref={lookedAt}
      role="group"
      aria-label={words}
      tabIndex={-1}
      className="grid gap-3 rounded-md border border-line bg-well p-4 outline-none"
    >
      <div className="flex gap-2.5 text-sm">
        <Spinner className="mt-0.5 text-ink-3" />
        <div>
          <p className="font-medium">{words}</p>
          <p className="text-ink-2">{t('top-up.waitingText')}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 *:flex-1 sm:*:flex-none">
        <a href={order.payload} target="_blank" rel="noopener" className={buttonLooks('secondary', 'small')}>
          <span>
            {t('top-up.openAgain')} <span className="sr-only">({t('ui.newTab')})</span>
          </span>
        </a>
        <Button tone="ghost" size="small" onClick={onCancel}>
          {t('top-up.cancelPayment')}
        </Button>
      </div>
    </div>
  )
}
