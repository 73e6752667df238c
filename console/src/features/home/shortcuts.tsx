import { Link } from '@tanstack/react-router'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Shortcut, shortcutsOf } from './shortcut-list.ts'

const looks = 'flex items-center gap-3 bg-raised p-4 -outline-offset-2 hover:bg-well sm:px-6'

function Content({ icon, title, text, inside }: Shortcut) {
  const t = useText()
  return (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2">
        <Icon of={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t(title)}</p>
        <p className="text-xs text-ink-3">{t(text)}</p>
      </div>
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
  const { config } = useAccount()
  return (
    <nav
      aria-label={t('home.shortcuts')}
      className="grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-2 min-[1240px]:grid-cols-4"
    >
      {shortcutsOf(config).map((shortcut) =>
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
