import type { PriceQuote } from '@hongyan/contract/endpoints/finance/prices'
import { shownDecimals } from '@hongyan/contract/limits/screens'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { ErrorHelp } from '../../../ui/help-link.tsx'
import { Money } from '../../../ui/money.tsx'
import { Note } from '../../../ui/note.tsx'
import { showError } from '../../../ui/show-error.ts'
import { QuoteForm } from './quote-form.tsx'
import { QuoteRefusal } from './quote-refusal.tsx'

type Quoted = PriceQuote['recipients'][number]

function QuotedRow({ recipient, currency }: { recipient: Quoted; currency: Currency }) {
  const t = useText()
  const { to, iso2, parts, unit_price: unitPrice, price, error } = recipient
  const decimals = shownDecimals.messagePrice
  return (
    <li className="grid gap-0.5 py-2.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-mono text-xs break-all">
          {to} {iso2 !== null && <span className="text-ink-3">{iso2}</span>}
        </span>
        {price !== null && (
          <span className="tabular-nums">
            <Money exact={price} currency={currency} decimals={decimals} />
          </span>
        )}
      </span>
      {unitPrice !== null && (
        <span className="text-xs text-ink-3 tabular-nums">
          {t('prices.parts', { parts })} × <Money exact={unitPrice} currency={currency} decimals={decimals} />
        </span>
      )}
      {error !== null && (
        <span className="text-xs text-bad">
          <QuoteRefusal {...error} />
        </span>
      )}
    </li>
  )
}

function Result({ quote }: { quote: PriceQuote }) {
  const t = useText()
  const { currency, recipients, total_amount: total } = quote
  const refused = recipients.filter(({ error }) => error !== null).length
  // The same number may appear twice, and is charged twice.
  const rows = recipients.map((recipient, place) => ({ recipient, place }))
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p role="status" className="flex items-baseline justify-between gap-4 font-semibold">
        {t('prices.total')}
        <span className="tabular-nums">
          <Money exact={total} currency={currency} decimals={shownDecimals.messagePrice} />
        </span>
      </p>
      {refused > 0 && <p className="mt-1 text-xs text-ink-2">{t('prices.refused', { count: refused })}</p>}
      <ul className="mt-2 divide-y divide-line text-sm">
        {rows.map(({ recipient, place }) => (
          <QuotedRow key={place} recipient={recipient} currency={currency} />
        ))}
      </ul>
    </div>
  )
}

/** Estimates a message: recipients, scene and text, then each recipient's price or refusal. */
export function QuotePanel() {
  const [quote, setQuote] = useState<PriceQuote | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const clear = () => {
    setQuote(null)
    setRefusal(null)
  }
  function fail(error: unknown) {
    clear()
    if (error instanceof ApiError) setRefusal(error)
    else showError(error)
  }
  return (
    <>
      <QuoteForm onQuote={setQuote} onFailed={fail} onChange={clear} />
      {refusal !== null && (
        <div className="mt-4">
          <Note tone="bad" announced>
            <QuoteRefusal code={refusal.code} message={refusal.message} /> <ErrorHelp error={refusal} />
          </Note>
        </div>
      )}
      {quote && <Result quote={quote} />}
    </>
  )
}
