import { AccountId, CredentialId } from '@hongyan/contract/ids'
import { ZERO } from '@hongyan/contract/money'
import type { PricedRequest, Rules } from '../src/pipeline/message.ts'

/** The rules of a verified account of the partition us that has set nothing up and has no limit. */
export const plainRules: Rules = {
  account: AccountId.parse('00000000-0000-0000-0000-000000000001'),
  partition: 'us',
  currency: 'USD',
  status: 0,
  level: 2,
  rate: 0,
  wildcard: { signature: false, template: false },
  payForDelivered: false,
  strictTrust: false,
  countries: new Set(['US']),
  zone: 'UTC',
  scenes: [1, 2, 3],
  provedNumbers: [],
  configured: { sender: null, validity: null, retentionDays: 30 },
  sendsUnfiled: false,
  senders: [],
  rateLimits: null,
  routing: null,
}

/** A request of that account, without recipients and free of charge. */
export const plainRequest: PricedRequest = {
  rules: plainRules,
  credential: CredentialId.parse('0199a000-0000-7000-8000-000000000001'),
  channel: 'sms',
  requestId: 'r',
  clientRef: null,
  priced: { scene: 2, template: null, codes: [], preApproved: [], recipients: [], total: ZERO },
  requestClaims: [],
  limitClaims: [],
  rateClaims: null,
}
