/** A kind of load on our server. */
export interface Kind {
  readonly title: string
  /** Requests are signed with HMAC. */
  readonly signed?: true
  /** Recipients of each request; 1 where it is not given. */
  readonly recipients?: number
  /** Receipts arrive during the run, and a message is finished with its last one. */
  readonly receipts?: true
  /** The load is spread over this many accounts. */
  readonly accounts?: number
  /** Messages of other accounts that stay in the outbox or are deferred during the run. */
  readonly beside?: Beside
  /** The account has a webhook endpoint with this batch: events are sent to it, or wait because it is disabled. */
  readonly webhook?: { readonly batch: number; readonly sent: boolean }
  /** The account has IP rules with 200 entries, a rate limit rule with three windows, and two caps. */
  readonly guarded?: true
}

export interface Beside {
  readonly table: 'outbox' | 'deferred'
  readonly messages: number
}

export const kinds = {
  single: { title: 'single: one recipient a request, simple mode, handed over' },
  loop: { title: 'loop: one recipient a request, simple mode, to the last receipt', receipts: true },
  hmac: { title: 'hmac: one recipient a request, signed, handed over', signed: true },
  bulk: { title: 'bulk: 100 recipients a request, simple mode, handed over', recipients: 100 },
  many: { title: 'many: single from 100 accounts', accounts: 100 },
  waiting: {
    title: 'waiting: single while 100,000 marketing messages of 40 other accounts wait for their rate',
    beside: { table: 'outbox', messages: 100_000 },
  },
  deferred: {
    title: 'deferred: single while 300,000 messages of other accounts are deferred',
    beside: { table: 'deferred', messages: 300_000 },
  },
  webhook: {
    title: 'webhook: loop with a webhook endpoint at batch 100',
    receipts: true,
    webhook: { batch: 100, sent: true },
  },
  collected: {
    title: 'collected: loop with events that wait for a disabled endpoint',
    receipts: true,
    webhook: { batch: 100, sent: false },
  },
  'guarded-single': { title: 'guarded-single: single with IP rules of 200 entries and rate limits', guarded: true },
  guarded: {
    title: 'guarded: loop with IP rules of 200 entries and rate limits',
    receipts: true,
    guarded: true,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

/** A kind of load on Kannel. */
export interface PeerKind {
  readonly title: string
  readonly receipts: boolean
  /** Messages that Kannel may submit before the SMSC's response. */
  readonly window: number
}

export const peerKinds = {
  kannel: {
    title: 'kannel: one recipient a request, no receipts, file store without fsync, SMPP, handed over',
    receipts: false,
    window: 50,
  },
  'kannel-receipts': {
    title: 'kannel-receipts: one recipient a request, receipts in memory, SMPP, one callback each',
    receipts: true,
    window: 500,
  },
} as const satisfies Record<string, PeerKind>

export type PeerKindName = keyof typeof peerKinds
