import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import { CredentialId, IpEntryId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { cutOff } from './callers.ts'
import type { Settings } from './store.ts'

const newId = () => uuidv7(new Date())

test('a change of as many entries as an account may have is compared with its callers within a tenth of a second', () => {
  const entries = Array.from({ length: limits.entries }, (_, nr) => ({
    id: IpEntryId.parse(newId()),
    effect: 'allow' as const,
    network: `20.${nr}.0.0/16`,
    note: '',
    credential: null,
    created_at: new Date().toISOString(),
  }))
  const off: Settings = { enabled: false, reportOnly: false, mode: 'allow', entries }
  const credential = CredentialId.parse(newId())
  const callers = Array.from({ length: limits.callersRead }, (_, nr) => ({
    address: `${nr % 2 === 0 ? 20 : 21}.0.${nr >> 8}.${nr & 255}`,
    requests: 1,
    credential,
  }))
  // Processor time, which other work on the machine does not count into.
  const started = process.cpuUsage()
  const lost = cutOff(off, { ...off, enabled: true }, callers)
  const { user, system } = process.cpuUsage(started)
  expect(lost).toHaveLength(limits.callersRead / 2)
  expect((user + system) / 1_000).toBeLessThan(patient(100))
})
