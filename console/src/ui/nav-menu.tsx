import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown, SquareArrowOutUpRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { TextId } from '../i18n/ids.ts'
import { useText } from '../i18n/text.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { groupAt, isGroup, type NavGroup, type NavItem, type NavPage } from './nav-tree.ts'

const line =
  'flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left text-ink-2 hover:bg-fill hover:text-ink md:h-8 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink'

interface PageLinkProps extends NavPage {
  onChoose: (() => void) | undefined
  className: string
  children?: ReactNode
}

function PageLink({ title, path, outside = false, onChoose, className, children }: PageLinkProps) {
  const t = useText()
  const label = <span className="min-w-0 flex-1 truncate">{t(title)}</span>
  if (!outside) {
    const matches = { exact: path === '/', includeSearch: false }
    return (
      <Link to={path} activeOptions={matches} onClick={onChoose} className={cx(line, className)}>
        {children}
        {label}
      </Link>
    )
  }
  return (
    <a href={path} target="_blank" rel="noopener" className={cx(line, className)}>
      {children}
      {label}
      <span className="sr-only">{t('ui.newTab')}</span>
      <Icon of={SquareArrowOutUpRight} size={14} className="text-ink-3" />
    </a>
  )
}

interface GroupProps extends NavGroup {
  open: boolean
  /** The current page belongs to it. */
  holdsCurrent: boolean
  onToggle: () => void
  onChoose: (() => void) | undefined
}

function Group({ title, icon, pages, open, holdsCurrent, onToggle, onChoose }: GroupProps) {
  const t = useText()
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        className={cx(line, 'font-medium', holdsCurrent && !open && 'text-accent-ink!')}
      >
        <Icon of={icon} />
        <span className="min-w-0 flex-1 truncate">{t(title)}</span>
        <Icon of={ChevronDown} size={14} className={cx('text-ink-3', !open && '-rotate-90')} />
      </button>
      {open && (
        <ul id={id} className="mt-0.5 grid gap-0.5">
          {pages.map((page) => (
            <li key={page.path}>
              <PageLink {...page} onChoose={onChoose} className="pl-8.5" />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface NavMenuProps {
  label: string
  items: readonly NavItem[]
  /** Runs when a page is chosen, even the current one. */
  onChoose?: () => void
}

/**
 * Pages and groups of pages. The current page is marked. At most one group is open, at first that of the current page.
 */
export function NavMenu({ label, items, onChoose }: NavMenuProps) {
  const { pathname } = useLocation()
  const current = groupAt(items, pathname)
  // Keyed by the page it was opened on, so that a change of page opens the group of the new one.
  const [opened, setOpened] = useState<{ on: string; group: TextId | null }>()
  const open = opened?.on === pathname ? opened.group : current
  const toggle = (group: TextId) => setOpened({ on: pathname, group: group === open ? null : group })
  return (
    <nav aria-label={label} className="px-3">
      <ul className="grid gap-0.5">
        {items.map((item) => (
          <li key={item.title}>
            {isGroup(item) ? (
              <Group
                {...item}
                open={item.title === open}
                holdsCurrent={item.title === current}
                onToggle={() => toggle(item.title)}
                onChoose={onChoose}
              />
            ) : (
              <PageLink {...item} onChoose={onChoose} className="font-medium">
                <Icon of={item.icon} />
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
