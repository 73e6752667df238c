import {
  type AppealAnswer,
  type AppealFact,
  type AppealState,
  type RecordKind,
  type TicketCategory,
  type TicketImpact,
  TicketPriority,
  type TicketState,
  type TicketStep,
} from '@hongyan/contract/vocabulary/support'
import type { TextId } from '../../../i18n/ids.ts'
import { paths } from '../../../lib/paths.ts'
import type { Tone } from '../../../ui/status.tsx'

interface Look {
  readonly tone: Tone
  readonly title: TextId
}

export const stateLooks: Readonly<Record<TicketState, Look>> = {
  new: { tone: 'open', title: 'center.new' },
  waiting_for_us: { tone: 'idle', title: 'center.waitingForUs' },
  waiting_for_you: { tone: 'warn', title: 'center.waitingForYou' },
  solved: { tone: 'ok', title: 'center.solved' },
  closed: { tone: 'idle', title: 'center.closed' },
}

export const categoryTitles: Readonly<Record<TicketCategory, TextId>> = {
  delivery: 'center.delivery',
  billing: 'center.billing',
  review: 'center.review',
  account: 'center.account',
  api: 'center.api',
  appeal: 'center.appeal',
}

export const impactLooks: Readonly<Record<TicketImpact, { readonly title: TextId; readonly text: TextId }>> = {
  outage: { title: 'center.outage', text: 'center.outageText' },
  degraded: { title: 'center.degraded', text: 'center.degradedText' },
  question: { title: 'center.question', text: 'center.questionText' },
}

export const priorityLooks: Readonly<Record<TicketPriority, Look>> = {
  [TicketPriority.P1]: { tone: 'bad', title: 'center.p1' },
  [TicketPriority.P2]: { tone: 'warn', title: 'center.p2' },
  [TicketPriority.P3]: { tone: 'idle', title: 'center.p3' },
}

export const stepLooks: Readonly<Record<TicketStep, Look>> = {
  solved: { tone: 'ok', title: 'center.stepSolved' },
  silence: { tone: 'ok', title: 'center.stepSilence' },
  reopened: { tone: 'open', title: 'center.stepReopened' },
  closed: { tone: 'idle', title: 'center.stepClosed' },
  priority: { tone: 'idle', title: 'center.stepPriority' },
  restored: { tone: 'ok', title: 'center.stepRestored' },
  upheld: { tone: 'bad', title: 'center.stepUpheld' },
}

export const appealLooks: Readonly<Record<AppealState, Look & { readonly text: TextId }>> = {
  received: { tone: 'open', title: 'center.received', text: 'center.receivedText' },
  in_review: { tone: 'idle', title: 'center.inReview', text: 'center.inReviewText' },
  more_needed: { tone: 'warn', title: 'center.moreNeeded', text: 'center.moreNeededText' },
  restored: { tone: 'ok', title: 'center.restored', text: 'center.restoredText' },
  upheld: { tone: 'bad', title: 'center.upheld', text: 'center.upheldText' },
  lapsed: { tone: 'warn', title: 'center.lapsed', text: 'center.lapsedText' },
}

export const answerLooks: Readonly<Record<AppealAnswer, { readonly title: TextId; readonly hint: TextId }>> = {
  use: { title: 'center.use', hint: 'center.useHint' },
  consent: { title: 'center.consent', hint: 'center.consentHint' },
  cause: { title: 'center.cause', hint: 'center.causeHint' },
}

/** A fact of an appeal, with the page on which the owner can make it true. */
interface FactLook {
  readonly title: TextId
  readonly action: TextId
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

export const factLooks: Readonly<Record<AppealFact, FactLook>> = {
  verified: { title: 'center.verified', action: 'center.verifiedDo', to: paths.verification },
  second_factor: {
    title: 'center.secondFactor',
    action: 'center.secondFactorDo',
    to: paths.settings,
    search: { tab: 'security' },
  },
  password_changed: {
    title: 'center.passwordChanged',
    action: 'center.passwordChangedDo',
    to: paths.settings,
    search: { tab: 'security' },
  },
  keys_renewed: { title: 'center.keysRenewed', action: 'center.keysRenewedDo', to: paths.credentials },
}

export const kindTitles: Readonly<Record<RecordKind, TextId>> = {
  message: 'center.kindMessage',
  credential: 'center.kindCredential',
  refused_request: 'center.kindRefusedRequest',
  broadcast: 'center.kindBroadcast',
  phonebook: 'center.kindPhonebook',
  contact: 'center.kindContact',
  segment: 'center.kindSegment',
  signature: 'center.kindSignature',
  template: 'center.kindTemplate',
  export: 'center.kindExport',
  transaction: 'center.kindTransaction',
  invoice: 'center.kindInvoice',
  card: 'center.kindCard',
  upstream: 'center.kindUpstream',
  mapping: 'center.kindMapping',
  routing_rule: 'center.kindRoutingRule',
  rate_rule: 'center.kindRateRule',
  ip_entry: 'center.kindIpEntry',
  ip_call: 'center.kindIpCall',
  webhook_endpoint: 'center.kindWebhookEndpoint',
  webhook_delivery: 'center.kindWebhookDelivery',
  listed_recipient: 'center.kindListedRecipient',
  erasure: 'center.kindErasure',
  session: 'center.kindSession',
  passkey: 'center.kindPasskey',
  audit_entry: 'center.kindAuditEntry',
  notice: 'center.kindNotice',
  ticket: 'center.kindTicket',
  request: 'center.kindRequest',
}
