import { DocsPage } from './features/support/docs/docs-page.tsx'
import { loadReader } from './features/support/docs/reader.ts'
import { loadTexts } from './i18n/text.ts'
import { drawPage } from './ui/draw-page.tsx'
import './docs.css'

const root = document.getElementById('root')
if (root) {
  const [reader] = await Promise.all([loadReader(), loadTexts('ui', 'docs')])
  drawPage(root, <DocsPage reader={reader} />)
}
