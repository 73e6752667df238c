import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'

const CONFIRMED_FOR = 1_500

/** Returns a function that copies a text. `copied` is true for a moment afterwards. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return { copied, copy: () => void copy() }
}

/** The small copy button. Its icon turns into a green check. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const t = useText()
  const { copied, copy } = useCopy(text)
  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        size={13}
        label={t('ui.copyWhat', { what })}
        onClick={copy}
        className={copied ? 'text-ok-dot! hover:bg-transparent!' : ''}
      />
      <span role="status" className="sr-only">
        {copied ? t('ui.copied') : ''}
      </span>
    </>
  )
}

/** A monospaced identifier with a copy button. */
export function CopyableId({ value, what }: { value: string; what: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <span className="truncate font-mono text-xs">{value}</span>
      <CopyButton text={value} what={what} />
    </span>
  )
}
