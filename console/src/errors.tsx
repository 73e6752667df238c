import { hasPage } from '@hongyan/contract/error-pages'
import { ErrorCode } from './features/support/docs/error-codes/error-code.tsx'
import { ErrorIndex } from './features/support/docs/error-codes/error-index.tsx'
import { loadTexts } from './i18n/text.ts'
import { errorIndex } from './lib/error-page.ts'
import { drawPage } from './ui/draw-page.tsx'
import './docs.css'

/** The code that the address names; an empty one for the index. */
function codeOf(path: string): string {
  const written = path.slice(errorIndex.length + 1).replace(/\/$/, '')
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

function Page({ code }: { code: string }) {
  if (code === '') return <ErrorIndex />
  return hasPage(code) ? <ErrorCode code={code} /> : <ErrorIndex unknown={code} />
}

const root = document.getElementById('root')
if (root) {
  await loadTexts('ui', 'docs', 'error-codes')
  drawPage(root, <Page code={codeOf(location.pathname)} />)
}
