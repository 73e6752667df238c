import { errors, type ErrorCode, type ErrorRow } from '@hongyan/contract/errors'

/** The errors that a request to the send API can get today. Others join with their feature. */
const met: readonly ErrorCode[] = [
  'internal',
  'unavailable',
  'busy',
  'no_route',
  'missing_params',
  'invalid_request',
  'malformed_json',
  'too_large',
  'too_many_parts',
  'restricted_params',
  'content_restricted',
  'scene_restricted',
  'unknown_action',
  'not_found',
  'idempotency_mismatch',
  'missing_access_key',
  'invalid_access_key',
  'invalid_signature',
  'invalid_signature_timestamp',
  'account_suspended',
  'unauthorized',
  'daily_cap_new',
  'daily_cap_paid',
  'queue_full',
  'insufficient_funds',
  'invalid_phone_number',
  'missing_signature',
  'signature_not_found',
  'template_not_found',
  'no_template',
  'missing_template_data',
  'invalid_template_data',
  'template_restricted',
  'template_not_approved',
  'geo_restricted',
  'own_numbers_only',
  'home_country_only',
]

export interface SendApiError extends ErrorRow {
  readonly code: ErrorCode
}

const byNumber = (one: SendApiError, other: SendApiError) => Number(one.number) - Number(other.number)

/** Sorted by number. Several errors can share one, and differ by the name in `details.error`. */
export const sendApiErrors: readonly SendApiError[] = met.map((code) => ({ code, ...errors[code] })).toSorted(byNumber)
