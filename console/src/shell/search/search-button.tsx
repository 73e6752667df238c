import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadTexts, useText } from '../../i18n/text.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { Key } from '../../ui/tag.tsx'
import { useOffers } from '../use-nav.ts'
import { isApple } from './is-apple.ts'

const load = async () => {
  const [palette] = await Promise.all([import('./palette.tsx'), loadTexts('search', 'list')])
  return palette
}
const Palette = lazy(load)
const preload = (): void => void load()

const opens = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey

/**
 * Opens the search: a box in the bar, an icon in a narrow bar, and Ctrl/⌘ K everywhere. All other shortcuts are read by a
 * part that loads with the first key.
 */
export function SearchButton({ className }: { className?: string }) {
  const t = useText()
  const [shows, setShows] = useState<'search' | 'shortcuts' | null>(null)
  const navigate = useNavigate()
  const offers = useOffers()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opens(event)) {
        void follow(event)
        return
      }
      event.preventDefault()
      // An open alert has to be answered first.
      if (!document.querySelector('[role=alertdialog]')) setShows('search')
    }
    const follow = async (event: KeyboardEvent) => {
      const { shortcutOf } = await import('./shortcuts.ts')
      const to = shortcutOf(event)
      if (to === '?') setShows('shortcuts')
      else if (to !== null && offers(to)) void navigate({ to })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, offers])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        aria-expanded={shows !== null}
        onClick={() => setShows('search')}
        onPointerEnter={preload}
        onFocus={preload}
        className={cx(
          'flex h-8 items-center gap-2.5 rounded-md px-2 text-ink-2 hover:bg-fill',
          'lg:w-70 lg:min-w-32 lg:border lg:border-line lg:bg-well lg:px-2.5 lg:hover:border-line-strong',
          className,
        )}
      >
        <Icon of={Search} />
        <span className="flex-1 truncate text-left text-sm text-ink-3 max-lg:sr-only">{t('shell.search')}</span>
        <span aria-hidden className="max-lg:hidden">
          <Key>{isApple ? '⌘ K' : 'Ctrl K'}</Key>
        </span>
      </button>
      {shows && (
        <Suspense>
          <Palette shows={shows} onClose={() => setShows(null)} />
        </Suspense>
      )}
    </>
  )
}
