import type { ComponentType } from 'react'
import { SignInPage } from './features/account/session/sign-in-page.tsx'
import { loadTexts } from './i18n/text.ts'
import { paths } from './lib/paths.ts'
import { drawPage } from './ui/draw-page.tsx'
import './login.css'

/** The rarely used pages beside the sign-in page. */
const others: Readonly<Record<string, () => Promise<ComponentType>>> = {
  [paths.signUp]: async () => (await import('./features/account/session/sign-up-page.tsx')).SignUpPage,
  [paths.passwordReset]: async () =>
    (await import('./features/account/session/password-reset-page.tsx')).PasswordResetPage,
}

const root = document.getElementById('root')
if (root) {
  const [Page = SignInPage] = await Promise.all([others[location.pathname]?.(), loadTexts('ui', 'session')])
  drawPage(root, <Page />)
}
