import { docSections } from '@hongyan/contract/support/doc-sections'
import { expect, test } from 'vitest'
import { paths } from '../../lib/paths.ts'
import { shortcutsOf } from './shortcut-list.ts'

const verifier = `${paths.docs}#otp`
const pathsOf = (config: Parameters<typeof shortcutsOf>[0]) => shortcutsOf(config).map(({ path }) => path)

test('the shortcut “SMS gateway” opens the upstreams of an account that has them, and the logs of any other', () => {
  const own = { sms_wildcard: false, sms_smpp: false }
  expect(pathsOf(own)).toEqual([paths.docs, paths.upstreams, verifier, paths.receipts])
  const ofLogs = [paths.docs, paths.logs, verifier, paths.receipts]
  expect(pathsOf({ ...own, sms_wildcard: true })).toEqual(ofLogs)
  expect(pathsOf({ ...own, sms_smpp: true })).toEqual(ofLogs)
})

test('the shortcut “Verifier” leads to a section of the documentation', () => {
  expect(docSections.map(({ id }) => `${paths.docs}#${id}`)).toContain(verifier)
})
