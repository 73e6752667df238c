import { Link } from '@tanstack/react-router'
import { Blocks, Plug, SquareArrowOutUpRight, type LucideIcon } from 'lucide-react'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'

interface Shortcut {
  icon: LucideIcon
  title: TextId
  text: TextId
  path: string
  /** A page of the console, which opens in its place. */
  inside?: boolean
}

/** A shortcut appears when its target exists (ruling 22). */
const shortcuts: readonly Shortcut[] = [
  { icon: Plug, title: 'home.platform', text: 'home.platformText', path: paths.docs },
  { icon: Blocks, title: 'home.webhook', text: 'home.webhooksText', path: paths.receipts, inside: true },
]

const looks = 'flex items-center gap-3 bg-raised p-4 -outline-offset-2 hover:bg-well sm:px-6'

function Content({ icon, title, text, inside }: Shortcut) {
  const t = useText()
  return (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2">
        <Icon of={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(title)}</span>
        <span className="block text-xs text-ink-3">{t(text)}</span>
      </span>
      {!inside && (
        <>
          <Icon of={SquareArrowOutUpRight} size={14} className="text-ink-3" />
          <span className="sr-only">{t('ui.newTab')}</span>
        </>
      )}
    </>
  )
}

export function Shortcuts() {
  const t = useText()
  return (
    <nav
      aria-label={t('home.shortcuts')}
      className="grid auto-cols-fr gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-flow-col"
    >
      {shortcuts.map((shortcut) =>
        shortcut.inside ? (
          <Link key={shortcut.title} to={shortcut.path} className={looks}>
            <Content {...shortcut} />
          </Link>
        ) : (
          <a key={shortcut.title} href={shortcut.path} target="_blank" rel="noopener" className={looks}>
            <Content {...shortcut} />
          </a>
        ),
      )}
    </nav>
  )
}
