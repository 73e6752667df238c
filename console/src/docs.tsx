import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DocsPage } from './features/support/docs/docs-page.tsx'
import { loadTexts } from './i18n/text.ts'
import './docs.css'

const root = document.getElementById('root')
if (root) {
  await loadTexts('ui', 'docs')
  createRoot(root).render(
    <StrictMode>
      <DocsPage />
    </StrictMode>,
  )
}
