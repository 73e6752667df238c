import { useState } from 'react'
import { useLocale, useText } from '../../../../i18n/text.ts'
import { errorPageOf } from '../../../../lib/error-page.ts'
import { useDocumentTitle } from '../../../../ui/document-title.ts'
import { SearchField } from '../../../../ui/search-field.tsx'
import { InlineMarkdown } from '../inline-markdown.tsx'
import { ErrorList } from './error-list.tsx'
import { groupTitles } from './labels.ts'
import { Frame } from './parts.tsx'
import { findErrors } from './search.ts'

const QUERY = 'q'

/** Keeps the query in the address, so that a search can be shared. */
function keep(query: string): void {
  const url = new URL(location.href)
  if (query.trim() === '') url.searchParams.delete(QUERY)
  else url.searchParams.set(QUERY, query)
  history.replaceState(null, '', url)
}

/** A query of the address that finds nothing, such as an unknown code, would hide the whole index. */
function firstQuery(given: string, locale: ReturnType<typeof useLocale>): string {
  const query = given.replaceAll('_', ' ')
  return findErrors(query, locale).length > 0 ? query : ''
}

/** The index of the dictionary, also for a code that has no page. */
export function ErrorIndex({ unknown }: { unknown?: string }) {
  const t = useText()
  const locale = useLocale()
  const [query, setQuery] = useState(() =>
    unknown === undefined ? (new URLSearchParams(location.search).get(QUERY) ?? '') : firstQuery(unknown, locale),
  )
  const groups = findErrors(query.trim(), locale)
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0)
  useDocumentTitle(unknown === undefined ? t('error-codes.title') : t('error-codes.unknown', { code: unknown }))
  return (
    <Frame {...(unknown !== undefined && { code: unknown })}>
      <h1 className="text-title font-semibold wrap-anywhere">
        {unknown === undefined ? t('error-codes.title') : t('error-codes.unknown', { code: unknown })}
      </h1>
      <p className="mt-2 mb-6 text-md text-ink-3">
        <InlineMarkdown of={t(unknown === undefined ? 'error-codes.lead' : 'error-codes.unknownText')} />
      </p>
      <div role="search" className="mb-8">
        <SearchField
          label={t('error-codes.search')}
          placeholder={t('error-codes.search')}
          value={query}
          maxLength={60}
          onChange={({ target: { value } }) => {
            setQuery(value)
            keep(value)
          }}
          onKeyDown={({ key, nativeEvent: { isComposing } }) => {
            const only = groups[0]?.pages[0]
            if (key === 'Enter' && !isComposing && count === 1 && only) location.assign(errorPageOf(only.code))
          }}
        />
        <p role="status" className="sr-only">
          {query.trim() === '' ? '' : t('error-codes.found', { count })}
        </p>
      </div>
      {count === 0 && <p className="text-ink-3">{t('error-codes.none')}</p>}
      <div className="grid grid-cols-1 gap-8">
        {groups.map(({ group, pages }) => (
          <section key={group} aria-labelledby={group} className="grid grid-cols-1 gap-3">
            <h2 id={group} className="text-[18px]/7 font-semibold">
              {t(groupTitles[group])}
            </h2>
            <ErrorList pages={pages} />
          </section>
        ))}
      </div>
    </Frame>
  )
}
