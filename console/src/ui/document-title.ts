import { useEffect } from 'react'
import { useText } from '../i18n/text.ts'

/** The title of the tab. The page comes first, since tabs are truncated at the end. */
export function useDocumentTitle(title: string): void {
  const product = useText()('ui.product')
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
}
