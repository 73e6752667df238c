import type { TicketId } from '@hongyan/contract/ids'
import { gap } from '../../../../i18n/gap.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import type { FieldErrors } from '../../../../ui/form.tsx'

const detailsOf = ({ details }: ApiError): Readonly<Record<string, unknown>> =>
  typeof details === 'object' && details !== null ? { ...details } : {}

/** The most refused ids that are named. */
const NAMED = 5

/** The ids that a refusal lists. */
function listed(error: ApiError): string {
  const ids = Object.values(detailsOf(error)).find((value): value is unknown[] => Array.isArray(value)) ?? []
  return ids.length > NAMED ? `${ids.slice(0, NAMED).join(', ')} …` : ids.join(', ')
}

/** The messages of a refused ticket under its fields; null for a refusal of the whole. */
export function refusalsOf(error: unknown): FieldErrors | null {
  if (!(error instanceof ApiError)) return null
  const { code, field, message } = error
  if (code === 'messages_unknown') return { message_ids: message + gap() + listed(error) }
  if (code === 'record_unknown') return { about: message }
  if (code === 'diagnostics_expired') return { diagnostics: message }
  // A field inside a list, such as the second message, is that of the list.
  const [, list] = /^([a-z_]+)\[/.exec(field ?? '') ?? []
  return list === undefined ? null : { [list]: message }
}

/** The id of the appeal that is in review already, which the refusal of a second one names; null for any other error. */
export function openAppealOf(error: unknown): TicketId | null {
  if (!(error instanceof ApiError) || error.code !== 'appeal_open') return null
  const { id } = detailsOf(error)
  return typeof id === 'string' ? (id as TicketId) : null // the contract's details
}
