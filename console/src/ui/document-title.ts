import { useEffect } from 'react'
import { useText } from '../i18n/text.ts'

/** The title of the tab: the page first, since tabs are cut at the end. */
export function useDocumentTitle(title: string): void {
  const product = useText()('ui.product')
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
}
