import { support as limits } from '@hongyan/contract/limits/support'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { loadTexts, useText } from '../../../../i18n/text.ts'
import { SearchField } from '../../../../ui/search-field.tsx'
import { onArrow } from './on-arrow.ts'
import { useSettled } from './use-settled.ts'

const loadResults = async () => {
  const [results] = await Promise.all([import('./answer-results.tsx'), loadTexts('search')])
  return results
}
const Results = lazy(loadResults)

/** Milliseconds after the last key until a search begins. */
const PAUSE = 200

/**
 * Opens the first answer, or goes to the record of an id. The key itself must not press what gets the focus: it would
 * close the answer again.
 */
function openFirst(event: KeyboardEvent<HTMLElement>): void {
  event.preventDefault()
  const first = event.currentTarget.closest('[role=search]')?.querySelector<HTMLElement>('[data-stop]')
  first?.focus()
  first?.click()
}

/** The search over articles, documentation, errors, incidents and records by their id. */
export function AnswerSearch() {
  const t = useText()
  const [query, setQuery] = useState('')
  const settled = useSettled(query.trim(), PAUSE)
  const isLongEnough = query.trim().length >= limits.queryMin && settled.length >= limits.queryMin
  return (
    <div role="search" className="rounded-lg border border-line bg-raised">
      <div className="p-4">
        <SearchField
          label={t('answers.search')}
          placeholder={t('answers.placeholder')}
          value={query}
          onFocus={() => void loadResults()}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setQuery('')
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) openFirst(event)
            onArrow(event)
          }}
          maxLength={limits.queryMax}
        />
      </div>
      {isLongEnough && (
        <div className="overflow-hidden rounded-b-lg border-t border-line">
          <Suspense>
            <Results query={settled} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
