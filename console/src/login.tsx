import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SignInPage } from './features/session/sign-in-page.tsx'
import { loadTexts } from './i18n/text.ts'
import './login.css'

const root = document.getElementById('root')
if (root) {
  await loadTexts('ui', 'session')
  createRoot(root).render(
    <StrictMode>
      <SignInPage />
    </StrictMode>,
  )
}
