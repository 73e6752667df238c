import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts } from './i18n/text.ts'
import { KitPage } from './kit/kit-page.tsx'
import './kit.css'

const root = document.getElementById('root')
if (root) {
  await loadTexts('ui', 'kit', 'list', 'upload')
  createRoot(root).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  )
}
