import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { sendApi } from '../../limits/messaging.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import {
  confidences,
  nameCases,
  nameRules,
  numericRules,
  offers,
  receiptKinds,
  registrations,
  replacements,
  senderWarnings,
  shownKinds,
} from '../../vocabulary/sender-rule.ts'
import { addresses } from '../addresses.ts'

const Iso2 = z.string().regex(/^[A-Z]{2}$/)
const text = z.string().min(1).nullable()

/** A country's rule for senders, as its row of `sender-rules.csv`. An empty cell is null. */
export const SenderRuleRow = z.object({
  iso2: Iso2,
  alpha: z.enum(nameRules),
  numeric: z.enum(numericRules),
  short_code: z.enum(offers),
  two_way: z.enum(offers),
  registration: z.enum(registrations),
  /** The duration of a registration by the sellers' estimate. */
  lead_time: text,
  /** The sources' words on names that are not shown. */
  replaced_by: text,
  /** The replacement that operators put in place of a name; null where the product's shared number goes out. */
  shown_instead: z.enum(replacements).nullable(),
  /** The comparison of names; null where no source states it. */
  names_case: z.enum(nameCases).nullable(),
  /** The kind of receipt; null where no source states it. */
  dlr: z.enum(receiptKinds).nullable(),
  notes: text,
  source: z.string().min(1),
  confidence: z.enum(confidences),
  /** The verdicts of the sources on names. */
  aws: text,
  twilio: text,
  telnyx: text,
  /** The day on which the sources were read: the version of the rule. */
  checked_on: z.iso.date(),
})
export type SenderRuleRow = z.infer<typeof SenderRuleRow>

/** A country's rule, with what recipients there see as the sender of the account's messages. */
export const SenderRule = SenderRuleRow.extend({
  sender: z.object({
    kind: z.enum(shownKinds),
    value: z.string(),
    warning: z.enum(senderWarnings).nullable(),
  }),
  /** The opt-out lines in force that the product adds and counts: to +86 only. */
  opt_out: z.array(z.object({ scene: z.enum(MessageScene), line: z.string() })),
  /** The text that operators put around messages of a scene, which counts. */
  operator_text: z.array(z.object({ scene: z.enum(MessageScene), before: z.string(), after: z.string() })),
})
export type SenderRule = z.infer<typeof SenderRule>

export const senderRules = endpoints(addresses.senderRules, {
  /** One country's rule, or every country's by its code. A country without a rule has none: its recipients see a shared number. */
  list: {
    query: z.strictObject({
      country: Iso2.optional(),
      /** The name of the sender ID; without one the rules of messages without a name. */
      signature: z.string().min(1).max(sendApi.senderMax).optional(),
    }),
    reply: z.array(SenderRule),
  },
})
