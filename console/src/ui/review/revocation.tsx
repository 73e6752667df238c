import type { Revocation } from '@hongyan/contract/endpoints/messaging/senders'
import type { ReactNode } from 'react'
import { formatDate, useText } from '../../i18n/text.ts'
import { Note } from '../note.tsx'

const timeOf = ({ ends_at: at }: Revocation): string =>
  formatDate(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

interface RevocationNoteProps {
  revocation: Revocation | null
  labelOf: (field: string) => string
  /** The owner's next step. */
  children: ReactNode
}

/** The announced end of an approval: its time, its reasons and the owner's next step. */
export function RevocationNote({ revocation, labelOf, children }: RevocationNoteProps) {
  const t = useText()
  if (revocation === null) return null
  return (
    <Note tone="warn" title={t('review.endsTitle', { time: timeOf(revocation) })}>
      {revocation.reasons.map(({ field, code, what, remedy }) => (
        <span key={`${field} ${code}`} className="mt-1 block">
          {t('review.endsReason', { field: labelOf(field), what, remedy })}
        </span>
      ))}
      <span className="mt-1 block">{children}</span>
    </Note>
  )
}

/** The announced end of an approval, in a row. */
export function RevocationMark({ revocation }: { revocation: Revocation | null }) {
  const t = useText()
  if (revocation === null) return null
  return (
    <span className="text-xs whitespace-nowrap text-warn">{t('review.endsMark', { time: timeOf(revocation) })}</span>
  )
}
