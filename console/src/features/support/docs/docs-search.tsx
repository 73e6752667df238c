import { createElement, Fragment, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import { isFree, listShortcuts } from '../../../ui/list/shortcuts.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { findPassages, type Found, passagesOf, type ShownPassage } from './search.ts'

type Result = Found<ShownPassage>

/** A search begins with the second character, as in the console. */
const FROM = 2
const SHOWN_FOR = 1_600

/** Scrolls to a passage and marks it for a moment. */
function show({ element }: Result): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.animate([{ backgroundColor: 'var(--hy-accent-soft)' }, {}], { duration: SHOWN_FOR, easing: 'ease-in' })
}

/** The words of the query in bold. */
function Marked({ text, query }: { text: string; query: string }) {
  const words = query.trim().split(/\s+/)
  const escaped = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const pieces = text.split(new RegExp(`(${escaped.join('|')})`, 'i'))
  const drawn = pieces.map((piece, index) =>
    index % 2 === 1 ? createElement('mark', { className: 'bg-transparent font-semibold text-ink' }, piece) : piece,
  )
  return createElement(Fragment, null, ...drawn)
}

/** Moves the focus between the field and the results. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const search = event.currentTarget.closest('[role=search]')
  if (by === undefined || search === null) return
  const stops = [...search.querySelectorAll<HTMLElement>('input, [data-result]')]
  const next = stops[stops.indexOf(event.currentTarget) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface ResultsProps {
  query: string
  found: readonly Result[]
  onChoose: (found: Result) => void
}

function Results({ query, found, onChoose }: ResultsProps) {
  const t = useText()
  if (found.length === 0) return <p className="px-2 py-1.5 text-sm text-ink-3">{t('docs.noResults')}</p>
  return (
    <ul className="grid gap-0.5">
      {found.map((each, index) => (
        <li key={`${each.section} ${each.text}`}>
          <button
            type="button"
            data-result
            onClick={() => onChoose(each)}
            onKeyDown={onArrow}
            className="block w-full rounded-md px-2 py-1.5 text-left text-sm hover:bg-fill"
          >
            {each.section !== found[index - 1]?.section && <span className="block font-medium">{each.title}</span>}
            <span className="line-clamp-2 text-xs text-ink-3">
              <Marked text={each.excerpt} query={query} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface DocsSearchProps {
  /** The contents, which the results replace while a query stands in the field. */
  children: ReactNode
}

/** A search over the text of the page. */
export function DocsSearch({ children }: DocsSearchProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const searching = query.trim().length >= FROM
  const found = searching ? findPassages(passagesOf(document), query) : []

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== listShortcuts.filter.key || !isFree(event) || field.current?.checkVisibility() !== true) return
      event.preventDefault()
      field.current.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const choose = (chosen: Result) => {
    setQuery('')
    show(chosen)
  }
  return (
    <div role="search">
      <SearchField
        ref={field}
        label={t('docs.search')}
        placeholder={t('docs.search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key === 'Enter' && first) choose(first)
          if (event.key === 'Escape') setQuery('')
          onArrow(event)
        }}
        maxLength={60}
        className="mb-4"
      />
      <p role="status" className="sr-only">
        {searching ? t('docs.found', { count: found.length }) : ''}
      </p>
      {searching ? <Results query={query} found={found} onChoose={choose} /> : children}
    </div>
  )
}
