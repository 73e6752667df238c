import { DAY, HOUR, MINUTE } from '../durations.ts'

/** Numbers of sender IDs (screens S2). Lengths are characters, durations milliseconds. */
export const signatures = {
  perAccount: 100,
  name: { min: 2, max: 16 },
  /** Mainland names (the field’s text of 2026 on mainland senders). */
  mainlandName: { min: 2, max: 12 },
  alphanumeric: { min: 3, max: 11 },
  purpose: { min: 10, max: 300 },
  evidenceText: 200,
  /** An authorisation that ends sooner is pointed out. */
  authorisationWarn: 90 * DAY,
  /** Days before the end of an authorisation on which the owner is reminded. */
  authorisationRemindOn: [30, 7, 1],
} as const

/** Numbers of templates (screens S3). Lengths are characters. */
export const templates = {
  nameMax: 48,
  contentMax: 500,
  usageNoteMax: 300,
  sampleMax: 100,
  variables: 20,
  /** A usage note is required above this number of variables. */
  unexplainedVariables: 2,
  /** The most characters that a value of each type may be declared with. */
  valueMax: { code: 8, number: 20, money: 20, datetime: 20, phone: 20, name: 35, text: 35, url: 100, id: 35 },
  code: { min: 4, max: 8 },
  testsPerDay: 5,
} as const

/** Numbers of the review of senders and templates. */
export const reviews = {
  /** The time after a submission at which its owner may urge the reviewers, once. */
  urgeAfter: 20 * MINUTE,
  submissionsPerDay: 500,
  /** The time between the announcement of a revocation and the end of the approval. */
  revocationNotice: DAY,
  /** Messages a day under a sender or template that the automatic check passed and no person has decided on. */
  preApprovedPerDay: 100,
  /** The time after the automatic check in which a sender or template reaches proved numbers alone. */
  provedNumbersFor: HOUR,
} as const

/** Numbers of the filing at mainland carriers. */
export const filing = {
  /** Working days within which a mainland carrier usually answers. */
  answersWithin: 7,
  /** A sender that is unused this long may lapse soon, and lapses after `lapsesAfter`. */
  warnUnusedAfter: 120 * DAY,
  lapsesAfter: 150 * DAY,
} as const
