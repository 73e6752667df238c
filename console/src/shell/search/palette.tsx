import { useNavigate } from '@tanstack/react-router'
import { search as limits } from '@hongyan/contract/limits/screens'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { useAccount } from '../../api/account.ts'
import type { TextId } from '../../i18n/ids.ts'
import { t, useLocale, useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { OwnLanguage } from '../../ui/own-language.tsx'
import { Key } from '../../ui/tag.tsx'
import { find, isTooShort, type Found } from './find.ts'
import { SHORTCUTS } from './actions.ts'
import { recentOf } from './recent.ts'
import { type ResultGroup, ResultList } from './result-list.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import { useNamedRecords } from './use-named-records.ts'
import { type Lookup, useRecord } from './use-record.ts'
import { usePlaces, type ShownPlace } from './use-places.ts'

/** The query after a short delay; null before it and while the query is too short. */
function useDelayedQuery(query: string): string | null {
  const [delayed, setDelayed] = useState<string | null>(null)
  const short = isTooShort(query)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(short ? null : query), short ? 0 : limits.delay)
    return () => clearTimeout(timer)
  }, [query, short])
  return short ? null : delayed
}

function Foot() {
  const t = useText()
  return (
    <footer className="flex h-9 shrink-0 items-center gap-4 border-t border-line bg-well px-3.5 text-xs text-ink-3 max-sm:hidden sm:rounded-b-lg">
      <span className="flex items-center gap-1.5">
        <Key>↑</Key>
        <Key>↓</Key>
        {t('search.move')}
      </span>
      <span className="flex items-center gap-1.5">
        <Key>↵</Key>
        {t('search.open')}
      </span>
    </footer>
  )
}

/** A result of no search, in which nothing is marked. */
const unmarked = (place: ShownPlace): Found<ShownPlace> => ({ place, reason: { by: 'path' } })

/** The groups below the field: suggestions while it is empty, else the record of a pasted id and the matching places. */
function groupsOf(
  places: readonly ShownPlace[],
  query: string,
  { delayed, record, locale }: { delayed: string | null; record: ShownPlace | null; locale: Locale },
): readonly ResultGroup[] {
  if (query.trim() === '') {
    return [
      { title: t('search.recent'), found: recentOf(places).map(unmarked) },
      { title: t('search.actions'), found: places.filter(({ suggested }) => suggested).map(unmarked) },
    ]
  }
  if (delayed === null) return []
  return [
    { title: t('search.record'), found: record === null ? [] : [unmarked(record)] },
    { found: find(places, delayed, locale) },
  ]
}

/** The text in place of results: the state of a look-up, or that nothing was found. */
function emptyText(count: number, delayed: string | null, lookup: Lookup): TextId | null {
  if (delayed === null || count > 0) return null
  if (lookup.state === 'looking') return 'search.lookingUp'
  return lookup.state === 'missing' ? 'search.noRecord' : 'search.nothing'
}

interface SearchProps {
  onClose: () => void
  onShortcuts: () => void
}

function SearchBox({ onClose, onShortcuts }: SearchProps) {
  const t = useText()
  const id = useId()
  const locale = useLocale()
  const navigate = useNavigate()
  const account = useAccount()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const delayed = useDelayedQuery(query)
  const named = useNamedRecords(delayed !== null)
  const places = [...usePlaces(), ...named]
  const lookup = useRecord(delayed)
  const groups = groupsOf(places, query, { delayed, record: lookup.record, locale })
  const found = groups.flatMap((group) => group.found)
  const empty = emptyText(found.length, delayed, lookup)

  const open = ({ place }: Found<ShownPlace>) => {
    if (place.id !== SHORTCUTS) onClose()
    if (typeof place.open === 'function') place.open({ account, showShortcuts: onShortcuts })
    else if (place.outside) window.open(place.open.to, '_blank', 'noopener')
    else void navigate(place.open)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((at + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // Enter right after typing opens the result of the typed query, not of the one still on screen.
      event.preventDefault()
      const chosen = delayed === query || query.trim() === '' ? found[at] : find(places, query, locale)[0]
      if (chosen) open(chosen)
    }
  }

  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2.5 border-line px-3.5 sm:h-11">
        <Icon of={Search} className="text-ink-2" />
        <input
          ref={firstFocus}
          role="combobox"
          aria-label={t('shell.search')}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('search.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-ink-3 sm:text-base"
        />
        <IconButton icon={X} label={t('ui.close')} onClick={onClose} className="size-8! sm:hidden" />
        <span aria-hidden className="max-sm:hidden">
          <Key>Esc</Key>
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <ResultList id={id} groups={groups} at={at} onMove={setAt} onOpen={open} />
        <p role="status" className="text-center text-sm text-ink-2">
          {empty && <span className="block px-4 py-8">{t(empty)}</span>}
        </p>
      </div>
      {found.length > 0 && <Foot />}
    </>
  )
}

interface PaletteProps {
  shows: 'search' | 'shortcuts'
  onClose: () => void
}

/** The search for pages, actions and records, or the list of keyboard shortcuts. */
export default function Palette({ shows, onClose }: PaletteProps) {
  const t = useText()
  const [shown, setShown] = useState(shows)
  return (
    <OwnLanguage>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={onClose}
        className="fixed inset-0 z-50 flex justify-center bg-scrim sm:items-start sm:px-6 sm:pt-30"
      >
        <Modal className="flex w-full flex-col bg-raised max-sm:h-dvh sm:max-w-140 sm:rounded-lg sm:shadow-float">
          <Dialog
            aria-label={t(shown === 'search' ? 'shell.search' : 'search.shortcuts')}
            className="flex min-h-0 flex-1 flex-col outline-none"
          >
            {shown === 'search' ? (
              <SearchBox onClose={onClose} onShortcuts={() => setShown('shortcuts')} />
            ) : (
              <ShortcutList onClose={onClose} />
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </OwnLanguage>
  )
}
