import { ChevronDown } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { QuotePanel } from './quote-panel.tsx'

const box = 'rounded-lg border border-line bg-raised'

/** Beside the list on wide screens, where it stays in view while the list scrolls. */
export function QuoteAside() {
  const t = useText()
  return (
    <aside
      aria-labelledby="quote"
      className={`${box} sticky top-20 max-h-[calc(100dvh-104px)] overflow-y-auto overscroll-contain p-6`}
    >
      <h2 id="quote" className="font-semibold">
        {t('prices.quote')}
      </h2>
      <p className="mb-4 text-sm text-ink-3">{t('prices.quoteText')}</p>
      <QuotePanel />
    </aside>
  )
}

/** Above the list and collapsed, so that the prices come first. */
export function QuoteFold() {
  const t = useText()
  return (
    <details className={`${box} group mb-6`}>
      <summary className="flex list-none items-center justify-between gap-4 p-4 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="block font-semibold">{t('prices.quote')}</span>
          <span className="block text-sm text-ink-3">{t('prices.quoteText')}</span>
        </span>
        <Icon of={ChevronDown} className="text-ink-2 group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-4">
        <QuotePanel />
      </div>
    </details>
  )
}
