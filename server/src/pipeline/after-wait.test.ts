import { SignatureId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { expect, test } from 'vitest'
import { plainRules } from '../../test/plain-rules.ts'
import { refusalAfterWait, type Waited } from './after-wait.ts'
import { sceneSet } from './listed.ts'
import type { Rules, Sender } from './message.ts'

const NOW = new Date('2026-11-21T00:00:00Z')
const sender: Sender = {
  id: SignatureId.parse('019ab000-0000-7000-8000-000000000001'),
  name: 'Lumen',
  status: ReviewStatus.Approved,
  mainland: true,
  international: true,
  scenes: [MessageScene.Marketing],
  isDefault: false,
  checkedAt: 0,
  isFiled: true,
  expiresAt: null,
}
const rules: Rules = {
  ...plainRules,
  partition: 'cn',
  currency: 'CNY',
  strictTrust: true,
  countries: new Set(['CN']),
  zone: 'Asia/Shanghai',
  senders: [sender],
}
const waited: Waited = {
  to: '+8613800138000',
  country: 'CN',
  scene: MessageScene.Marketing,
  signature: sender.id,
  template: { status: ReviewStatus.Approved, checkedAt: 0, isFiled: true },
  listed: { blocked: false, optedOut: sceneSet([MessageScene.Notification]) },
}
const template = (change: Partial<NonNullable<Waited['template']>>) => ({
  template: { status: ReviewStatus.Approved, checkedAt: 0, isFiled: true, ...change },
})

test.each<[string, Partial<Rules>, Partial<Waited>, string | null]>([
  ['under what it was accepted by goes out', {}, {}, null],
  ['of a scene that the account lost is refused', { scenes: [1, 2] }, {}, 'scene_restricted'],
  ['under a deleted sender is refused', { senders: [] }, {}, 'signature_not_found'],
  [
    'under a revoked sender is refused',
    { senders: [{ ...sender, status: ReviewStatus.ManualRejected }] },
    {},
    'signature_not_approved',
  ],
  [
    'under a sender whose loan has ended is refused',
    { senders: [{ ...sender, expiresAt: NOW.getTime() }] },
    {},
    'third_party_authorisation_expired',
  ],
  ['under a lapsed sender is refused', { senders: [{ ...sender, isFiled: false }] }, {}, 'carrier_filing_pending'],
  ['by a lapsed template is refused', {}, template({ isFiled: false }), 'carrier_filing_pending'],
  ['by a revoked template is refused', {}, template({ status: ReviewStatus.ManualRejected }), 'template_not_approved'],
  ['by a deleted template is refused', {}, template({ status: null }), 'template_not_approved'],
  ['to a blocked number is refused', {}, { listed: { blocked: true, optedOut: 0 } }, 'recipient_blocked'],
  ['to a number without its scene is refused', {}, { listed: { blocked: false, optedOut: 4 } }, 'opted_out'],
  ['to a country that was disabled is refused', { countries: new Set(['US']) }, {}, 'geo_restricted'],
])('a message that waited %s', (_, change, message, refusal) => {
  expect(refusalAfterWait({ ...rules, ...change }, { ...waited, ...message }, NOW)).toBe(refusal)
})
