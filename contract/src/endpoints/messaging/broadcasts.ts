import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { fewKeys } from '../../few-keys.ts'
import { AudienceId, BroadcastId, MessageId, QuoteId, SignatureId } from '../../ids.ts'
import { broadcasts as limits } from '../../limits/broadcasts.ts'
import { sendApi } from '../../limits/messaging.ts'
import type { RuleId } from '../../rules.ts'
import {
  broadcastPhases,
  broadcastSteps,
  broadcastTimes,
  interruptReasons,
  quietKinds,
  quoteStates,
  recipientStates,
  unreachedChoices,
} from '../../vocabulary/broadcast.ts'
import { RecipientSource, SendJobStatus } from '../../vocabulary/job.ts'
import { MessageScene, MessageStatus } from '../../vocabulary/message.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'
import { Audience, LeftOutCount } from './audiences.ts'
import { Explained } from './messages.ts'

const moment = z.iso.datetime()
const whole = z.number().int()
const Scene = z.union([z.literal(MessageScene.Notification), z.literal(MessageScene.Marketing)])

/** The value of a template's variable: a column of the recipients, or the same for all. */
const VariableValue = z.union([
  z.strictObject({ column: z.string().max(limits.headingMax) }),
  z.strictObject({ value: z.string().max(limits.cellMax) }),
])
export type VariableValue = z.infer<typeof VariableValue>

/** The message of a broadcast: a template with its values, or free text where the account may write freely. */
export const BroadcastMessage = z
  .strictObject({
    signature: SignatureId.nullable(),
    /** The id of a template, or the code of a public one. */
    template: z.string().max(48).nullable(),
    text: z.string().max(sendApi.textMax).nullable(),
    /** The scene of free text; a template has its own. */
    scene: Scene,
    variables: fewKeys(z.record(z.string().max(32), VariableValue)),
    /** The broadcast may leave out at most so many percent of the recipients for bad values. */
    accepted_bad: whole.min(0).max(100),
    unreached: z.enum(unreachedChoices).default('skip'),
  })
  .check(({ value, issues }) => {
    if ((value.template === null) === (value.text === null || value.text.trim() === '')) {
      issues.push({ code: 'custom', input: value, path: ['template'], message: 'broadcast_message' satisfies RuleId })
    }
  })
export type BroadcastMessage = z.output<typeof BroadcastMessage>

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

const Window = z
  .strictObject({ from: Clock, to: Clock })
  .refine(({ from, to }) => (minutesOf(to) - minutesOf(from)) * 60_000 >= limits.windowMin, {
    message: 'broadcast_window' satisfies RuleId,
    path: ['to'],
  })

/** The time, speed and safety of a broadcast. */
export const BroadcastPlan = z
  .strictObject({
    time: z.enum(broadcastTimes),
    /** The moment of the time `at`. */
    at: moment.nullable(),
    /** The date and time of the time `local`, by each recipient's clock. */
    local: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
      .nullable(),
    /** The hours of each recipient's clock between which messages go out, beside those of the law; null: as the law allows. */
    window: Window.nullable(),
    /** Parts a second; null: as fast as the account may. */
    speed: whole.min(1, 'broadcast_speed' satisfies RuleId).nullable(),
    /** The first messages, which are watched before the others go out; 0: none. */
    canary: whole
      .min(0, 'broadcast_canary' satisfies RuleId)
      .max(limits.canaryMax, 'broadcast_canary' satisfies RuleId),
    /** Pauses where more than so many percent fail; null: never. */
    stop_above: whole
      .min(1, 'broadcast_stop' satisfies RuleId)
      .max(100, 'broadcast_stop' satisfies RuleId)
      .nullable(),
  })
  .check(({ value: { time, at, local }, issues }) => {
    if (time === 'at' && at === null) {
      issues.push({ code: 'custom', input: at, path: ['at'], message: 'broadcast_time' satisfies RuleId })
    }
    if (time === 'local' && local === null) {
      issues.push({ code: 'custom', input: local, path: ['local'], message: 'broadcast_time' satisfies RuleId })
    }
  })
export type BroadcastPlan = z.output<typeof BroadcastPlan>

/** The cost of the recipients of one country. */
const QuotedCountry = z.object({
  country: z.string(),
  recipients: whole,
  parts: whole,
  /** Null where they have several, over channels of different prices. */
  unit_price: Decimal.nullable(),
  amount: Decimal,
  /** The sender as they will see it. */
  sender: z.string().nullable(),
  /** The source of the country's sending hours for marketing; null for notifications. */
  quiet: z.enum(quietKinds).nullable(),
})

/** The estimate of a broadcast: what it will cost, who is left out, and when it ends. */
export const Quote = z.object({
  id: QuoteId,
  audience: AudienceId,
  message: BroadcastMessage,
  plan: BroadcastPlan,
  state: z.enum(quoteStates),
  /** Whole percents that are counted. */
  progress: whole.min(0).max(100),
  /** The first class of faults that keeps it from being sent, in the order of the wizard's steps; null where none does. */
  reason: Explained.nullable(),
  /** The variables that have no value, and the columns that are not there. */
  missing: z.array(z.string()),
  scene: Scene,
  /** The people that get a message, and those that do not. */
  recipients: whole,
  left_out: z.array(LeftOutCount),
  parts: whole,
  /** Recipients by the parts of their message, the smallest first. */
  by_parts: z.array(z.object({ parts: whole, recipients: whole })),
  /** Recipients whose text is outside GSM-7, and the characters that put it there. */
  unicode: whole,
  unicode_characters: z.array(z.string()),
  /** The longest message. */
  longest: z.object({ row: whole, to: z.string(), text: z.string(), parts: whole }).nullable(),
  /** The messages of the first rows. */
  previews: z.array(
    z.object({ row: whole, to: z.string(), sender: z.string().nullable(), text: z.string(), parts: whole }),
  ),
  countries: z.array(QuotedCountry),
  currency: z.string(),
  /** The cost where every message is taken. */
  at_most: Decimal,
  /** The cost by the share that was taken in the last 30 days; null without enough of them. */
  expected: Decimal.nullable(),
  accepted_share: z.number().nullable(),
  /** The amount that the account can spend now, and the missing part of `at_most`; null where it is enough. */
  available: Decimal,
  shortfall: Decimal.nullable(),
  /** The version of the price book, and the moment from which it holds. */
  price_book: z.object({ version: whole, from: moment }),
  /** The first and last moment at which messages can go out; null where there is no recipient. */
  first_at: moment.nullable(),
  last_at: moment.nullable(),
  /** Recipients who get theirs later than at the start: once their hours open, or a limit of the law ends. */
  waiting: whole,
  /** The part of `waiting` that the law delays: people who got the account's marketing lately. */
  capped: whole,
  /** Countries in whose closed hours the explicit time lies, where their rule refuses that. */
  quiet_countries: z.array(z.string()),
  /** An earlier broadcast of the last 30 minutes with the same recipients and message. */
  repeats: z.object({ id: BroadcastId, name: z.string() }).nullable(),
  expires_at: moment,
})
export type Quote = z.infer<typeof Quote>

/** The course of a broadcast in numbers of recipients. They sum to all of them. */
const Counts = z.object({
  recipients: whole,
  waiting: whole,
  /** Of those that wait, the ones whose message is accepted: it is handed over even while the broadcast is paused. */
  accepted: whole,
  /** Handed over, without a final state yet. */
  sent: whole,
  delivered: whole,
  failed: whole,
  /** Refused before the hand-over, and free. */
  skipped: whole,
})
export type BroadcastCounts = z.infer<typeof Counts>

/** A broadcast of the list. */
export const Broadcast = z.object({
  id: BroadcastId,
  name: z.string(),
  scene: Scene,
  signature: z.object({ id: SignatureId, name: z.string() }).nullable(),
  template: z.object({ id: z.string(), name: z.string(), version: whole }).nullable(),
  /** The start of the text as it is written, with its variables. */
  text: z.string(),
  source: z.enum(RecipientSource),
  /** The name of the file or phonebook; null for pasted text. */
  source_name: z.string().nullable(),
  status: z.enum(SendJobStatus),
  phase: z.enum(broadcastPhases),
  /** Null unless it is interrupted. */
  reason: z.enum(interruptReasons).nullable(),
  counts: Counts,
  /** The estimate, and what its messages cost so far. */
  quoted: Decimal,
  cost: Decimal,
  currency: z.string(),
  time: z.enum(broadcastTimes),
  /** The moment at which it starts, or started. */
  starts_at: moment,
  finished_at: moment.nullable(),
  created_at: moment,
  /** Grows with every change of the owner, and is sent with the next one. */
  version: whole,
})
export type Broadcast = z.infer<typeof Broadcast>

/** A broadcast with everything that its page shows. */
export const BroadcastDetail = Broadcast.extend({
  audience: AudienceId,
  /** False once the list of recipients is deleted. */
  has_audience: z.boolean(),
  message: BroadcastMessage,
  plan: BroadcastPlan,
  countries: z.array(
    z.object({ country: z.string(), recipients: whole, delivered: whole, failed: whole, cost: Decimal }),
  ),
  errors: z.array(z.object({ recipients: whole, reason: Explained })),
  /** Recipients that opted out with or after it. */
  opted_out: whole,
  /** Failed recipients whose error is temporary. */
  retryable: whole,
  timeline: z.array(
    z.object({
      at: moment,
      step: z.enum(broadcastSteps),
      reason: z.enum(interruptReasons).nullable(),
      by_owner: z.boolean(),
    }),
  ),
  /** The moment of the next message while it waits for sending hours. */
  next_at: moment.nullable(),
})
export type BroadcastDetail = z.infer<typeof BroadcastDetail>

/** One recipient of a broadcast. */
export const BroadcastRecipient = z.object({
  row: whole,
  /** The number, its middle digits masked. */
  to: z.string(),
  country: z.string(),
  state: z.enum(recipientStates),
  message: MessageId.nullable(),
  status: z.enum(MessageStatus).nullable(),
  reason: Explained.nullable(),
  parts: whole,
  price: Decimal,
  at: moment.nullable(),
})
export type BroadcastRecipient = z.infer<typeof BroadcastRecipient>

const params = z.strictObject({ id: BroadcastId })
const quoteParams = z.strictObject({ id: QuoteId })
const Name = oneLine(1, limits.nameMax, {
  required: 'broadcast_name',
  long: 'broadcast_name',
  characters: 'broadcast_name',
})
const Version = z.strictObject({ version: whole })

/** Estimates, which a broadcast is made of. */
export const quotes = endpoints(addresses.quotes, {
  /** Begins to count. A small estimate is ready when the reply comes; else `get` tells the progress. */
  create: {
    unaudited: true,
    body: z.strictObject({ audience: AudienceId, message: BroadcastMessage, plan: BroadcastPlan }),
    reply: Quote,
  },
  get: { params: quoteParams, reply: Quote },
})

/** Screens S8. */
export const broadcasts = endpoints(addresses.broadcasts, {
  /** Newest first. */
  list: {
    query: z.strictObject({
      ...Page,
      status: z.coerce.number().pipe(z.enum(SendJobStatus)).optional(),
      scene: z.coerce.number().pipe(Scene).optional(),
      /** Days of the account's zone on which it was created, both included. */
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      /** A part of its name or text. */
      text: z.string().max(64).optional(),
    }),
    reply: z.array(Broadcast),
  },
  /**
   * Starts or schedules what was estimated. `recipients_changed` where the estimate no longer holds,
   * `balance_insufficient` with the shortfall, `duplicate_broadcast` unless `repeat`.
   */
  create: {
    idempotent: true,
    unlessSuspended: true,
    body: z.strictObject({
      name: Name,
      quote: QuoteId,
      /** The recipients agreed to promotions, and the owner can show it. Needed for marketing. */
      consented: z.boolean().optional(),
      /** The number of recipients as the owner typed it, above 10,000. */
      recipients: whole.optional(),
      repeat: z.boolean().optional(),
    }),
    reply: BroadcastDetail,
  },
  get: { params, reply: BroadcastDetail },
  /** Renames it, or changes the time of one that is scheduled. */
  update: {
    params,
    unlessSuspended: true,
    body: z.strictObject({ version: whole, name: Name.optional(), plan: BroadcastPlan.optional() }),
    reply: BroadcastDetail,
  },
  /** Deletes one that is scheduled, up to five minutes before its start. */
  remove: { params, reply: Nothing },
  /** Starts one that is scheduled at once. */
  start: { params, unlessSuspended: true, body: Version, reply: BroadcastDetail },
  pause: { params, body: Version, reply: BroadcastDetail },
  /** Goes on with the remaining recipients. */
  resume: { params, unlessSuspended: true, body: Version, reply: BroadcastDetail },
  /** Ends it for good. */
  stop: { params, body: Version, reply: BroadcastDetail },
  /** Makes a list of the failed recipients whose error is temporary, for a new broadcast. */
  retry: { idempotent: true, params, unlessSuspended: true, reply: Audience },
  recipients: {
    params,
    query: z.strictObject({ ...Page, state: z.enum(recipientStates).optional() }),
    reply: z.array(BroadcastRecipient),
  },
  /** Sends the message with the values of a row to the number that the account has proved. */
  test: {
    idempotent: true,
    unlessSuspended: true,
    body: z.strictObject({
      message: BroadcastMessage,
      audience: AudienceId.optional(),
      /** The row whose values it has; the first by default. */
      row: whole.min(0).optional(),
    }),
    reply: z.object({
      message: MessageId,
      /** The opening of the sending hours that it waits for; null where it goes out now. */
      waits_until: moment.nullable(),
    }),
  },
})
export type NewBroadcast = z.output<typeof broadcasts.create.body>
