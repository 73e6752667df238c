import { CircleCheck } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { textOf, type Target } from './identifier.ts'

/**
 * Shows the verified contact. Its hidden input is for the password manager, which takes the user name from the field
 * before the password.
 */
export function VerifiedUsername({ target }: { target: Target }) {
  const t = useText()
  return (
    <>
      <p className="flex gap-2 text-sm text-ink-2">
        <Icon of={CircleCheck} className="mt-0.5 text-ok" />
        <span className="min-w-0 wrap-anywhere">{t('session.verified', { target: textOf(target) })}</span>
      </p>
      <input value={textOf(target)} readOnly autoComplete="username" aria-hidden tabIndex={-1} className="sr-only" />
    </>
  )
}
