import { InboxPage } from './features/inbox/inbox-page.tsx'
import { loadTexts } from './i18n/text.ts'
import { drawPage } from './ui/draw-page.tsx'
import './inbox.css'

const root = document.getElementById('root')
if (root) {
  await loadTexts('ui', 'inbox')
  drawPage(root, <InboxPage />)
}
