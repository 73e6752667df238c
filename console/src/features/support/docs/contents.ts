import type { TextId } from '../../../i18n/ids.ts'
import type { Reader } from './reader.ts'

export interface SectionEntry {
  /** The anchor. Other pages link to it, so it must not change. */
  readonly id: string
  readonly title: TextId
  /** Only a sandbox has what it explains. */
  readonly sandbox?: true
}

interface SectionGroup {
  readonly title: TextId
  readonly sections: readonly SectionEntry[]
}

/** The sections of the page in order. A section appears when its feature exists. */
export const sections = {
  account: { id: 'account', title: 'docs.account.title' },
  credential: { id: 'credential', title: 'docs.credential.title' },
  simple: { id: 'simple', title: 'docs.simple.title' },
  inbox: { id: 'inbox', title: 'docs.inbox.title', sandbox: true },
  hmac: { id: 'hmac', title: 'docs.hmac.title' },
  recipients: { id: 'recipients', title: 'docs.recipients.title' },
  dryRun: { id: 'dry-run', title: 'docs.dryRun.title' },
  templates: { id: 'templates', title: 'docs.templates.title' },
  otp: { id: 'otp', title: 'docs.otp.title' },
  idempotency: { id: 'idempotency', title: 'docs.idempotency.title' },
  node: { id: 'node', title: 'docs.node.title' },
  request: { id: 'request', title: 'docs.request.title' },
  reply: { id: 'reply', title: 'docs.reply.title' },
  events: { id: 'events', title: 'docs.events.title' },
  numbers: { id: 'test-numbers', title: 'docs.numbers.title', sandbox: true },
  amounts: { id: 'amounts', title: 'docs.amounts.title' },
  errors: { id: 'errors', title: 'docs.errors.title' },
} as const satisfies Record<string, SectionEntry>

const contents: readonly SectionGroup[] = [
  {
    title: 'docs.start',
    sections: [sections.account, sections.credential, sections.simple, sections.inbox, sections.hmac],
  },
  {
    title: 'docs.further',
    sections: [
      sections.recipients,
      sections.dryRun,
      sections.templates,
      sections.otp,
      sections.idempotency,
      sections.node,
    ],
  },
  {
    title: 'docs.reference',
    sections: [sections.request, sections.reply, sections.events, sections.numbers, sections.amounts, sections.errors],
  },
]

/** The contents of the page on this server. */
export const contentsOf = ({ isSandbox }: Reader): readonly SectionGroup[] =>
  contents.map((group) => ({ ...group, sections: group.sections.filter(({ sandbox }) => isSandbox || !sandbox) }))
