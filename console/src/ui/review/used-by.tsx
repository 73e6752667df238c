import { gap } from '../../i18n/gap.ts'
import { joined } from '../../i18n/joined.ts'
import { useText } from '../../i18n/text.ts'
import { ApiError } from '../../lib/api-error.ts'
import { FieldError } from '../field.tsx'

/** True for the refusal to delete a record that broadcasts use. */
export const isInUse = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'signature_in_use' || error.code === 'template_in_use')

function broadcastsOf({ details }: ApiError): readonly string[] {
  if (typeof details !== 'object' || details === null || !('broadcasts' in details)) return []
  return Array.isArray(details.broadcasts) ? details.broadcasts.map(String) : []
}

/** Says why the record was not deleted, and names the broadcasts that use it. */
export function UsedBy({ refusal }: { refusal: ApiError }) {
  const t = useText()
  return (
    <div role="alert" className="mt-3">
      <FieldError>
        <span>
          {refusal.message}
          {gap()}
          {t('review.inBroadcasts', { names: joined(broadcastsOf(refusal)) })}
        </span>
      </FieldError>
    </div>
  )
}
