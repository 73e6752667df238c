import { ApiError } from './api-error.ts'

/** The record as it is stored, from the refusal of a change to an older version; null for any other error. */
export function storedRecord(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'state_conflict') return null
  const { details } = error
  return typeof details === 'object' && details !== null && 'current' in details ? details.current : null
}
