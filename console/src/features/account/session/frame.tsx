import type { ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Appearance } from '../../../ui/appearance.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { Flock } from './flock.tsx'

/** A link to the sign-in or sign-up page, whichever this is not. */
export interface PageLink {
  question: string
  answer: string
  href: string
}

/** The layout of the pages before a session: one column, and the flock on wide screens. */
export function Frame({ title, otherPage, children }: { title: string; otherPage?: PageLink; children: ReactNode }) {
  const t = useText()
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1.46fr_1fr]">
      <div className="flex flex-col px-4 lg:px-10">
        <header className="flex h-14 items-center justify-between lg:h-20">
          <Logo />
          <Appearance />
        </header>
        <main className="mx-auto w-full max-w-[360px] flex-1 pt-8 pb-10 max-sm:max-w-none lg:pt-3">
          <h1 className="text-title font-semibold">{title}</h1>
          {otherPage && (
            <p className="mt-1 text-ink-3">
              {otherPage.question}
              <a href={otherPage.href} className="ml-1 text-link">
                {otherPage.answer}
              </a>
            </p>
          )}
          <div className="mt-6">{children}</div>
        </main>
        <footer className="py-4 text-sm text-ink-3">
          <a href={paths.docs} className="hover:text-ink">
            {t('session.docs')}
          </a>
        </footer>
      </div>
      <Flock />
    </div>
  )
}
