import { DAY, HOUR, MINUTE, SECOND } from '../durations.ts'

/** Numbers of webhooks (screens S11, semantics D3). Durations are milliseconds. */
export const webhooks = {
  /** The most endpoints of an account. */
  endpoints: 5,
  nameMax: 48,
  urlMax: 2048,
  headers: 10,
  headerNameMax: 64,
  headerValueMax: 512,
  batchMax: 100,
  /** A batch leaves once it is full, or so long after its first event. */
  batchFor: SECOND,
  /** The most countries that an endpoint may choose; all of them are fewer. */
  countries: 300,
  rateMax: 100,
  /** Tries that an endpoint may choose of a schedule. */
  tries: { standard: 8, fast: 5 },
  /** The waits between one failure and the next try. Each varies by a tenth. */
  waits: {
    standard: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
    fast: [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE],
  },
  jitter: 0.1,
  connectFor: 5 * SECOND,
  answerFor: 15 * SECOND,
  /** The longest wait that an answer's Retry-After may ask for. */
  retryAfterMax: HOUR,
  /** Bytes of an answer that are read. */
  answerMax: 64 * 1024,
  /** Bytes of a body that the log shows. */
  shownMax: 4 * 1024,
  /** After a rotation the old secret signs beside the new one for so long. */
  oldSecretFor: DAY,
  /** An endpoint whose requests all fail for so long is disabled. */
  disabledAfter: 5 * DAY,
  /** The owner is told of an endpoint that still fails after so long. */
  alertAfter: [DAY, 4 * DAY],
  /** A disabled endpoint is called again so often, as long as its events are kept. */
  probeEvery: HOUR,
  /** Deliveries are kept for so many days, and so are the events that wait for a disabled endpoint. */
  keptDays: 7,
  /** The log keeps the bodies of failures, and of so many of an endpoint's newest successes. */
  successBodies: 100,
  testsPerMinute: 30,
  replayMax: 10_000,
  /** A receiver's address works for so long and keeps so many of its newest requests. */
  receiverFor: DAY,
  receiverRequests: 50,
  receiverBodyMax: 64 * 1024,
} as const
