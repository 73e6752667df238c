import { errors, type ErrorCode, type ErrorRow } from '@hongyan/contract/errors'

/** The errors that a request to the send API can get, without their pages, which are larger than this page. */
const met: readonly ErrorCode[] = [
  'missing_params',
  'invalid_request',
  'malformed_json',
  'not_an_object',
  'unreadable',
  'too_large',
  'restricted_params',
  'unknown_action',
  'not_found',
  'idempotency_mismatch',
  'missing_access_key',
  'invalid_access_key',
  'unsigned_request',
  'invalid_signature',
  'invalid_signature_timestamp',
  'unauthorized',
  'ip_not_allowed',
  'account_suspended',
  'missing_signature',
  'signature_not_found',
  'signature_not_approved',
  'signature_restricted',
  'sender_unverified',
  'third_party_authorisation_expired',
  'pre_approved_numbers',
  'carrier_filing_pending',
  'template_not_found',
  'no_template',
  'template_not_approved',
  'template_restricted',
  'missing_template_data',
  'invalid_template_data',
  'too_many_parts',
  'content_restricted',
  'scene_restricted',
  'invalid_phone_number',
  'no_route',
  'no_upstream_available',
  'opted_out',
  'quiet_hours',
  'recipient_blocked',
  'geo_restricted',
  'own_numbers_only',
  'home_country_only',
  'daily_cap_new',
  'daily_cap_paid',
  'pre_approved_cap',
  'recipient_rate_limited',
  'day_cap_reached',
  'country_cap_reached',
  'queue_full',
  'insufficient_funds',
  'internal',
  'unavailable',
  'busy',
]

export interface SendApiError extends ErrorRow {
  readonly code: ErrorCode
}

const byNumber = (one: SendApiError, other: SendApiError) => Number(one.number) - Number(other.number)

/** Sorted by number. Several errors can share one, and differ by the name in `details.error`. */
export const sendApiErrors: readonly SendApiError[] = met.map((code) => ({ code, ...errors[code] })).toSorted(byNumber)
