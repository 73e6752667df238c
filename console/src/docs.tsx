import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DocsPage } from './features/support/docs/docs-page.tsx'
import { loadReader } from './features/support/docs/reader.ts'
import { loadTexts } from './i18n/text.ts'
import './docs.css'

const root = document.getElementById('root')
if (root) {
  const [reader] = await Promise.all([loadReader(), loadTexts('ui', 'docs')])
  createRoot(root).render(
    <StrictMode>
      <DocsPage reader={reader} />
    </StrictMode>,
  )
}
