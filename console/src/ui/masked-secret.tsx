import { credentials } from '@hongyan/contract/limits/screens'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'
import { CopyButton } from './copy.tsx'

/** A secret: six asterisks and its last three characters until the user reveals it (specification section 9). */
export function MaskedSecret({ value, what }: { value: string; what: string }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="font-mono text-xs break-all">
        {shown ? value : credentials.secretMask + value.slice(-credentials.secretShown)}
      </span>
      <IconButton
        icon={shown ? EyeOff : Eye}
        size={13}
        label={t(shown ? 'ui.hideWhat' : 'ui.showWhat', { what })}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={value} what={what} />
    </span>
  )
}
