import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadTexts, useText } from '../../i18n/text.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { Key } from '../../ui/tag.tsx'

const load = async () => {
  const [palette] = await Promise.all([import('./palette.tsx'), loadTexts('search')])
  return palette
}
const Palette = lazy(load)
const preload = (): void => void load()

const isApple = navigator.platform.startsWith('Mac')
const opens = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey

/** Opens the route search: a box in the bar, an icon in a narrow bar, and Ctrl/⌘ K everywhere. */
export function SearchButton({ className }: { className?: string }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opens(event)) return
      event.preventDefault()
      // An open alert has to be answered first.
      if (!document.querySelector('[role=alertdialog]')) setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
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
      {open && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
