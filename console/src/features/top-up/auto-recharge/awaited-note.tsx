import { useText } from '../../../i18n/text.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { cardName } from './card-name.ts'
import type { Awaited } from './use-authentication.ts'

/** It has the focus from the moment it is there, and is scrolled to where it was not to be seen. */
const lookedAt = (note: HTMLElement | null): void => note?.focus()

/** That a bank waits for the holder of a card, with the way there. */
export function AwaitedNote({ awaited: { card, address } }: { awaited: Awaited }) {
  const t = useText()
  const words = t('auto-recharge.waiting', { card: cardName(card) })
  return (
    <div
      ref={lookedAt}
      role="group"
      aria-label={words}
      tabIndex={-1}
      className="mt-3 grid gap-3 rounded-md border border-line bg-well p-4 outline-none"
    >
      <div className="flex gap-2.5 text-sm">
        <Spinner className="mt-0.5 text-ink-3" />
        <div>
          <p className="font-medium">{words}</p>
          <p className="text-ink-2">{t('auto-recharge.waitingText')}</p>
        </div>
      </div>
      <div className="flex *:flex-1 sm:*:flex-none">
        <a href={address} target="_blank" rel="noopener" className={buttonLooks('secondary', 'small')}>
          <span>
            {t('auto-recharge.openAgain')} <span className="sr-only">({t('ui.newTab')})</span>
          </span>
        </a>
      </div>
    </div>
  )
}
