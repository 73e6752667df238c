import { Link } from '@tanstack/react-router'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { Icon } from '../ui/icon.tsx'
import { nav, type NavEntry } from './nav.ts'

const entry =
  'flex h-10 items-center gap-2.5 rounded-md px-2 font-medium text-ink-2 hover:bg-fill hover:text-ink md:h-8 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink'

function Entry(to: NavEntry) {
  const t = useText()
  const content = (
    <>
      <Icon of={to.icon} />
      <span className="flex-1">{t(to.title)}</span>
    </>
  )
  if (!to.outside) {
    return (
      <Link to={to.path} activeOptions={{ exact: to.path === '/', includeSearch: false }} className={entry}>
        {content}
      </Link>
    )
  }
  return (
    <a href={to.path} target="_blank" rel="noopener" className={entry}>
      {content}
      <Icon of={SquareArrowOutUpRight} size={14} className="text-ink-3" />
    </a>
  )
}

/** The pages of the console; the current one is marked. */
export function SideMenu() {
  const t = useText()
  return (
    <nav aria-label={t('shell.pages')} className="px-3">
      <ul className="grid gap-0.5">
        {nav.map((each) => (
          <li key={each.path}>
            <Entry {...each} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
