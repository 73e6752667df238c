import { useNavigate } from '@tanstack/react-router'
import { search as limits } from '@hongyan/contract/limits/screens'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useLocale, useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { OwnLanguage } from '../../ui/own-language.tsx'
import { Key } from '../../ui/tag.tsx'
import { find, isTooShort, type Found } from './find.ts'
import { ResultList } from './result-list.tsx'
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

export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = useId()
  const locale = useLocale()
  const navigate = useNavigate()
  const places = usePlaces()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const search = (text: string) => find(places, text, locale)
  const delayed = useDelayedQuery(query)
  const found = delayed === null ? [] : search(delayed)

  const open = ({ place }: Found<ShownPlace>) => {
    onClose()
    if (place.outside) window.open(place.path, '_blank', 'noopener')
    else void navigate({ to: place.path })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((at + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // Enter right after typing opens the result of the typed query, not of the one still on screen.
      event.preventDefault()
      const chosen = delayed === query ? found[at] : search(query)[0]
      if (chosen) open(chosen)
    }
  }

  return (
    <OwnLanguage>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={onClose}
        className="fixed inset-0 z-50 flex justify-center bg-scrim sm:items-start sm:px-6 sm:pt-30"
      >
        <Modal className="flex w-full flex-col bg-raised max-sm:h-dvh sm:max-w-140 sm:rounded-lg sm:shadow-float">
          <Dialog aria-label={t('shell.search')} className="flex min-h-0 flex-1 flex-col outline-none">
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
              <ResultList id={id} found={found} at={at} onMove={setAt} onOpen={open} />
              <p role="status" className="text-center text-sm text-ink-2">
                {delayed !== null && found.length === 0 && (
                  <span className="block px-4 py-8">{t('search.nothing')}</span>
                )}
              </p>
            </div>
            {found.length > 0 && <Foot />}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </OwnLanguage>
  )
}
