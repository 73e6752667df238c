import { expect, test } from 'vitest'
import { ApiError } from '../../../../lib/api-error.ts'
import { refusedFields } from './refused-fields.ts'

test('a refused address of an endpoint stands at the field of its own form', () => {
  const refused = new ApiError(400, 'This address is private.', { field: 'endpoints[1].failover_url' })
  expect(refusedFields(refused, 1)).toEqual({ failover_url: 'This address is private.' })
  expect(refusedFields(refused, 0)).toBeNull()
})
