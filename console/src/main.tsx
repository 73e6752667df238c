import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { accountQuery } from './api/account.ts'
import { registerStepUp } from './api/call.ts'
import { queryClient } from './api/query-client.ts'
import { isUnkept } from './i18n/locale.ts'
import { loadTexts, onLocaleChange } from './i18n/text.ts'
import { registerHelp } from './lib/help.ts'
import { lazyPartsWaitFor } from './lib/lazy-styles.ts'
import { paths } from './lib/paths.ts'
import type { Atom } from './lib/router-store.ts'
import { leaveToSignIn, sessionInfo } from './lib/session-info.ts'
import { drawPage } from './ui/draw-page.tsx'
// Other pages share these with home, which would otherwise load one more file.
import './api/use-today.ts'
import './ui/page-header.tsx'
import './ui/select.tsx'
import './ui/text-placeholder.tsx'
import './ui/tooltip.tsx'
import { pageStyles } from './ui/page-styles.ts'
import { router } from './routes.tsx'
import './main.css'

/** Reloads the sentences that the server has worded in the old language. The account has rules of its own (ruling 19). */
const reloadWordedReplies = () =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => address !== accountQuery.queryKey[0] })

/** The choice stays marked for the next page where this one cannot keep it. */
const keepChoice = async () => (await import('./api/keep-locale.ts')).keepChoice().catch(() => undefined)

/** Resolves once the router offers a placeholder for a page that is late, so that its frame is drawn without it. */
const pageIsLate = () =>
  new Promise<void>((resolve) => {
    // The router's own types leave the subscription out.
    const shown = router.stores.matches as Atom<ReturnType<typeof router.stores.matches.get>>
    shown.subscribe((matches) => {
      if (matches.some(({ status }) => status === 'pending')) resolve()
    })
  })

async function start(root: HTMLElement): Promise<void> {
  registerStepUp(async () => (await import('./shell/step-up/step-up.tsx')).requestStepUp())
  registerHelp((path) => router.history.push(path))
  void queryClient.prefetchQuery(accountQuery)
  // The development server has no lazy parts to hook into.
  if (import.meta.env.DEV) void pageStyles()
  // Home's own styles are those of the first load.
  if (location.pathname !== paths.home) lazyPartsWaitFor(pageStyles)
  await Promise.all([loadTexts('ui', 'shell'), Promise.race([router.load(), pageIsLate()])])
  onLocaleChange(reloadWordedReplies)
  lazyPartsWaitFor(pageStyles)
  drawPage(
    root,
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  if (isUnkept(document.cookie)) void keepChoice()
}

const root = document.getElementById('root')
// Without a session the console renders nothing and sends no request (ruling 13).
if (!sessionInfo(document.cookie)) leaveToSignIn('cnsl.required')
else if (root) void start(root)
