import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { useDocumentTitle } from './document-title.ts'

interface Crumb {
  title: string
  /** Absent where the level has no page of its own. */
  path?: string
}

const NO_CRUMBS: readonly Crumb[] = []

interface PageHeaderProps {
  title: string
  /** The title of the tab, where it differs from the heading. */
  tab?: string
  description?: ReactNode
  /** The name of this page behind the crumbs, where it differs from the heading. */
  crumb?: string
  /** From the top level down to this page's parent. */
  crumbs?: readonly Crumb[]
  /** The one primary action of the page. */
  action?: ReactNode
}

export function PageHeader({ title, tab, description, crumb = title, crumbs = NO_CRUMBS, action }: PageHeaderProps) {
  const t = useText()
  useDocumentTitle(tab ?? title)
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 max-sm:flex-1">
        {crumbs.length > 0 && (
          <nav aria-label={t('ui.breadcrumbs')} className="mb-1">
            <ol className="flex flex-wrap gap-1.5 text-sm text-ink-3">
              {crumbs.map((above) => (
                <li key={above.title} className="after:ml-1.5 after:content-['/']">
                  {above.path === undefined ? (
                    above.title
                  ) : (
                    <Link to={above.path} className="hover:text-ink">
                      {above.title}
                    </Link>
                  )}
                </li>
              ))}
              <li aria-current="page">{crumb}</li>
            </ol>
          </nav>
        )}
        <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
        {description !== undefined && <p className="mt-1 text-ink-3">{description}</p>}
      </div>
      {action !== undefined && (
        <div className="has-[>:empty]:hidden max-sm:not-has-[>*>[aria-haspopup=menu]:only-child]:w-full max-sm:*:w-full">
          {action}
        </div>
      )}
    </header>
  )
}
