import { loadTexts } from './i18n/text.ts'
import { KitPage } from './kit/kit-page.tsx'
import { drawPage } from './ui/draw-page.tsx'
import './kit.css'

const root = document.getElementById('root')
if (root) {
  await loadTexts('ui', 'kit', 'list', 'upload')
  drawPage(root, <KitPage />)
}
