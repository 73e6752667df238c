import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../../i18n/text.ts'
import { helpPath } from '../../../../lib/help-path.ts'
import { paths } from '../../../../lib/paths.ts'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { Note } from '../../../../ui/note.tsx'
import { needsVerification } from './reason.ts'

/** The first fault that keeps the broadcast from being sent, and its remedy. */
export function ReasonNote({ reason: { code, what, todo, side } }: { readonly reason: NonNullable<Quote['reason']> }) {
  const t = useText()
  return (
    <Note tone="bad" announced title={what}>
      {todo}{' '}
      {needsVerification(code) && (
        <Link to={paths.verification} className="text-link">
          {t('new.verify')}
        </Link>
      )}
      {side === 'us' && <HelpLink href={helpPath({ code })} />}
    </Note>
  )
}
