import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { InboxPage } from './features/inbox/inbox-page.tsx'
import { loadTexts } from './i18n/text.ts'
import './inbox.css'

const root = document.getElementById('root')
if (root) {
  await loadTexts('ui', 'inbox')
  createRoot(root).render(
    <StrictMode>
      <InboxPage />
    </StrictMode>,
  )
}
