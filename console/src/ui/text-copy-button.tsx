import { Check, Copy } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { useCopy } from './copy.tsx'

/** The copy button with a label, above a snippet. */
export function TextCopyButton({ text }: { text: string }) {
  const t = useText()
  const { copied, copy } = useCopy(text)
  return (
    <Button size="row" icon={copied ? Check : Copy} onClick={copy} aria-live="polite">
      {t(copied ? 'ui.copied' : 'ui.copy')}
    </Button>
  )
}
