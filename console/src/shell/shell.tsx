import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { accountQuery } from '../api/account.ts'
import { loadTexts, useText } from '../i18n/text.ts'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StandingContext } from '../ui/standing.ts'
import { AccountFailed } from './account-failed.tsx'
import { Drawer } from './drawer.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { Offline } from './offline.tsx'
import { useReloadAccount } from './reload-account.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

const CONTENT = 'content'

// Without a network the bar stays empty.
const FailedBar = lazy(() => import('./failed-bar.tsx').catch(() => ({ default: (): ReactNode => null })))

const Suspension = lazy(async () => {
  const [suspension] = await Promise.all([
    import('./suspension/suspension.tsx'),
    loadTexts('suspension', 'payment-block'),
  ])
  return suspension
})

interface FrameProps {
  bar: ReactNode
  /** Banners for every page. */
  banners?: ReactNode
  children: ReactNode
}

/** The layout of menu, bar and content. */
function Frame({ bar, banners, children }: FrameProps) {
  const t = useText()
  const content = useRef<HTMLElement>(null)
  useKeptFocus(content)
  return (
    <div className="md:pl-60">
      <a
        href={`#${CONTENT}`}
        className="sr-only rounded-md bg-raised p-3 shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {t('shell.skip')}
      </a>
      <aside className="fixed inset-y-0 left-0 w-60 overflow-y-auto border-r border-line bg-sunken max-md:hidden">
        <div className="mb-3 flex h-14 items-center px-5">
          <Logo />
        </div>
        <SideMenu />
      </aside>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-page px-4 sm:gap-4 lg:px-8">
        {bar}
      </header>
      <Offline />
      {banners}
      <main ref={content} id={CONTENT} tabIndex={-1} className="max-w-[1264px] px-4 py-6 outline-none lg:px-8 lg:py-8">
        {children}
      </main>
    </div>
  )
}

/** Takes the place of a page whose first data or code is late. */
export function PageLoading() {
  const t = useText()
  return <Skeleton label={t('ui.loading')} />
}

/** The frame of every page, with a placeholder for the page until the account is loaded. */
export function Shell() {
  const t = useText()
  const account = useQuery(accountQuery)
  const { pathname, searchStr } = useLocation()
  const here = pathname + searchStr
  // The address at which the menu was opened. Another one closes it for good: a way back does not open it.
  const [menuOn, setMenuOn] = useState<string | null>(null)
  if (menuOn !== null && menuOn !== here) setMenuOn(null)
  useReloadAccount()

  if (!account.data) {
    return (
      <Frame
        bar={
          account.error && (
            <Suspense>
              <FailedBar />
            </Suspense>
          )
        }
      >
        {account.error ? (
          <AccountFailed error={account.error} onRetry={() => void account.refetch()} />
        ) : (
          <PageLoading />
        )}
      </Frame>
    )
  }
  const isSuspended = account.data.config.acct_status === AccountStatus.Suspended
  return (
    <Frame
      bar={<TopBar onMenu={() => setMenuOn(here)} />}
      banners={
        account.data.config.acct_status !== AccountStatus.Ok && (
          <Suspense>
            <Suspension />
          </Suspense>
        )
      }
    >
      <StandingContext value={isSuspended ? t('shell.suspended') : null}>
        <Outlet />
      </StandingContext>
      <Drawer open={menuOn === here} onClose={() => setMenuOn(null)} />
    </Frame>
  )
}
