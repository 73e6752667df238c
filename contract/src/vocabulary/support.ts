/** The channels of support (specification section 2, "/support"). */
export const supportChannels = ['whatsapp', 'telegram', 'line', 'wechat', 'email'] as const
export type SupportChannel = (typeof supportChannels)[number]

/** The categories of tickets (screens S13). `appeal`: of a suspension, with a checklist of its own. */
export const ticketCategories = ['delivery', 'billing', 'review', 'account', 'api', 'appeal'] as const
export type TicketCategory = (typeof ticketCategories)[number]

/** The impact that the customer names: sending has stopped, some of it fails, or nothing is broken. */
export const ticketImpacts = ['outage', 'degraded', 'question'] as const
export type TicketImpact = (typeof ticketImpacts)[number]

export const TicketPriority = { P1: 1, P2: 2, P3: 3 } as const
export type TicketPriority = (typeof TicketPriority)[keyof typeof TicketPriority]

/** The states of a ticket in their order (screens S13). */
export const ticketStates = ['new', 'waiting_for_us', 'waiting_for_you', 'solved', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** The author of a ticket's message, and the way it came in. */
export const ticketAuthors = ['owner', 'support'] as const
export type TicketAuthor = (typeof ticketAuthors)[number]
export const ticketWays = ['console', 'mail', 'command'] as const
export type TicketWay = (typeof ticketWays)[number]

/** The steps in the course of a ticket, beside its messages. `silence`: solved after a week without an answer. */
export const ticketSteps = ['solved', 'silence', 'reopened', 'closed', 'priority', 'restored', 'upheld'] as const
export type TicketStep = (typeof ticketSteps)[number]

/** The status of the appeal of a suspension. `upheld`: the suspension stays. `lapsed`: it ended without a decision. */
export const appealStates = ['received', 'in_review', 'more_needed', 'restored', 'upheld', 'lapsed'] as const
export type AppealState = (typeof appealStates)[number]

/** The checklist of an appeal: three answers of the owner, then four facts about the account. */
export const appealAnswers = ['use', 'consent', 'cause'] as const
export type AppealAnswer = (typeof appealAnswers)[number]
export const appealFacts = ['verified', 'second_factor', 'password_changed', 'keys_renewed'] as const
export type AppealFact = (typeof appealFacts)[number]

/** The kinds of records that a ticket can be about. `request`: a call, by its request id. */
export const recordKinds = [
  'message',
  'credential',
  'refused_request',
  'broadcast',
  'phonebook',
  'contact',
  'segment',
  'signature',
  'template',
  'export',
  'transaction',
  'invoice',
  'card',
  'upstream',
  'mapping',
  'routing_rule',
  'rate_rule',
  'ip_entry',
  'ip_call',
  'webhook_endpoint',
  'webhook_delivery',
  'listed_recipient',
  'erasure',
  'session',
  'passkey',
  'audit_entry',
  'notice',
  'ticket',
  'request',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** The state of a country's channel by its newest messages. `quiet`: too few of them to tell. */
export const networkStates = ['operational', 'degraded', 'outage', 'quiet'] as const
export type NetworkState = (typeof networkStates)[number]

export const incidentSeverities = ['degraded', 'outage', 'maintenance'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

export const incidentStates = ['investigating', 'identified', 'monitoring', 'closed'] as const
export type IncidentState = (typeof incidentStates)[number]

/** The kinds of answers that a search of the support centre finds. */
export const answerKinds = ['article', 'doc', 'error', 'message', 'incident'] as const
export type AnswerKind = (typeof answerKinds)[number]
