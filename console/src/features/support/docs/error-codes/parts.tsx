import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { errorIndex } from '../../../../lib/error-page.ts'
import { paths } from '../../../../lib/paths.ts'
import { Bar } from '../bar.tsx'

const linkLooks = 'text-link hover:underline'

interface FrameProps {
  /** The code of the page; without one it is the index. */
  code?: string
  children: ReactNode
}

/** A page of the dictionary below the bar, with the way back. */
export function Frame({ code, children }: FrameProps) {
  const t = useText()
  return (
    <>
      <Bar />
      <main className="mx-auto w-full max-w-[824px] px-4 pt-6 pb-24 lg:px-12 lg:pt-10">
        <nav
          aria-label={t('error-codes.path')}
          className="mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3"
        >
          <a href={paths.docs} className={linkLooks}>
            {t('docs.name')}
          </a>
          <span aria-hidden>/</span>
          {code === undefined ? (
            <span aria-current="page">{t('error-codes.title')}</span>
          ) : (
            <>
              <a href={errorIndex} className={linkLooks}>
                {t('error-codes.title')}
              </a>
              <span aria-hidden>/</span>
              <code aria-current="page" className="font-mono text-xs wrap-anywhere">
                {code}
              </code>
            </>
          )}
        </nav>
        {children}
      </main>
    </>
  )
}
