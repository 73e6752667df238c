import { ApiError } from '../../../../lib/api-error.ts'
import type { FieldErrors } from '../../../../ui/form.tsx'

/** The messages of a refused call at the fields of this endpoint. Other endpoints have none here. */
export function refusedFields(error: unknown, index: number): FieldErrors | null {
  if (!(error instanceof ApiError) || error.field === undefined) return null
  const [, at, field] = /^endpoints\[(\d+)\]\.(\w+)/.exec(error.field) ?? []
  return Number(at) === index && field !== undefined ? { [field]: error.message } : null
}
