import { errorPages, pagedErrors } from '@hongyan/contract/error-pages'
import { expect, test } from 'vitest'
import { sendApiErrors } from './send-api-errors.ts'

test('the table of errors lists every error of a request, and no other', () => {
  const ofRequests = pagedErrors.filter((code) => errorPages[code].stages.includes('request'))
  expect(sendApiErrors.map(({ code }) => code).toSorted()).toEqual(ofRequests.toSorted())
})
