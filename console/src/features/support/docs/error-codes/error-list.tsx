import type { ShownErrorPage } from '@hongyan/contract/error-pages'
import { errorPageOf } from '../../../../lib/error-page.ts'
import { titleOf } from './labels.ts'

/** Errors as links to their pages. */
export function ErrorList({ pages }: { pages: readonly ShownErrorPage[] }) {
  return (
    <ul className="divide-y divide-line overflow-clip rounded-lg border border-line bg-raised">
      {pages.map(({ code, what, number, stages }) => (
        <li key={code}>
          <a
            href={errorPageOf(code)}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2.5 hover:bg-well focus-visible:-outline-offset-2"
          >
            <span className="font-medium">{titleOf({ what })}</span>
            <span className="text-xs text-ink-3 tabular-nums">{stages.includes('request') ? number : ''}</span>
            <code className="font-mono text-xs wrap-anywhere text-ink-3">{code}</code>
          </a>
        </li>
      ))}
    </ul>
  )
}
