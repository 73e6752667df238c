import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { painted } from '../../../lib/after-paint.ts'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Bar } from './bar.tsx'
import { ContentsList } from './contents-list.tsx'
import { DocsSearch } from './docs-search.tsx'
import { FirstSteps } from './first-steps.tsx'
import { InlineMarkdown } from './inline-markdown.tsx'
import type { Reader } from './reader.ts'
import { useAnchor } from './use-anchor.ts'
import { useSectionInView } from './use-section-in-view.ts'

/** Beside the text on wide screens, else collapsed above it. */
function Contents({ reader }: { reader: Reader }) {
  const t = useText()
  const current = useSectionInView(reader)
  const [open, setOpen] = useState(false)
  return (
    <>
      <nav
        aria-label={t('docs.contents')}
        className="sticky top-14 h-[calc(100dvh-56px)] overflow-y-auto border-r border-line py-8 pr-4 pl-6 max-lg:hidden"
      >
        <DocsSearch>
          <ContentsList reader={reader} current={current} />
        </DocsSearch>
      </nav>
      <div className="mx-4 mt-4 lg:hidden">
        <DocsSearch>
          <details
            open={open}
            onToggle={(event) => setOpen(event.currentTarget.open)}
            className="group rounded-md border border-line"
          >
            <summary className="flex h-11 list-none items-center justify-between rounded-md px-3 text-sm font-medium [&::-webkit-details-marker]:hidden">
              {t('docs.contents')}
              <Icon of={ChevronDown} className="text-ink-3 group-open:rotate-180" />
            </summary>
            <nav aria-label={t('docs.contents')} className="px-1 pb-3">
              <ContentsList reader={reader} current={current} onChoose={() => setOpen(false)} />
            </nav>
          </details>
        </DocsSearch>
      </div>
    </>
  )
}

// Three quarters of a long page are below every screen. An anchor may name one of their sections.
const LaterSections = lazy(async () => {
  if (location.hash === '') await painted()
  return import('./later-sections.tsx')
})

/** The quickstart. Every sample on it runs as printed. */
export function DocsPage({ reader }: { reader: Reader }) {
  const t = useText()
  useDocumentTitle(t('docs.title'))
  useAnchor()
  return (
    <>
      <Bar />
      <div className="lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
        <Contents reader={reader} />
        <main className="mx-auto w-full max-w-[824px] px-4 pt-6 pb-24 lg:px-12 lg:pt-10">
          <h1 className="text-title font-semibold">{t('docs.title')}</h1>
          <p className="mt-2 mb-10 text-md text-ink-3">
            <InlineMarkdown of={t('docs.lead')} />
          </p>
          <div className="grid grid-cols-1 gap-12">
            <FirstSteps reader={reader} />
            <Suspense>
              <LaterSections reader={reader} />
            </Suspense>
          </div>
        </main>
      </div>
    </>
  )
}
