import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { sendApi, smsConfiguration } from '../limits/messaging.ts'
import { Decimal } from './account/account.ts'
import { addresses } from './addresses.ts'

/** Specification section 3, "Auto-recharge settings". Amounts and card are null until they are set. */
export const AutoRecharge = z.object({
  enable: z.boolean(),
  below: Decimal.nullable(),
  topup: Decimal.nullable(),
  pm_id: z.string().nullable(),
})
export type AutoRecharge = z.infer<typeof AutoRecharge>

const Retention = z.literal(smsConfiguration.retentionDays)
const Validity = z.number().int().min(smsConfiguration.validity.min).max(smsConfiguration.validity.max)

/**
 * Ruling 11. `signature` is the sender of messages that name none, `validity` how many seconds a message may wait
 * (null: by scene), `content_retention` how many days message bodies are kept.
 */
export const SmsConfiguration = z.object({
  acct_auto_recharge: AutoRecharge,
  signature: z.string().nullable(),
  validity: Validity.nullable(),
  content_retention: Retention,
  time_zone: z.string(),
})
export type SmsConfiguration = z.infer<typeof SmsConfiguration>

/** `send_unfiled`: mainland messages go to carriers that have not filed their sender ID or template. */
const FilingConfiguration = z.strictObject({ send_unfiled: z.boolean() })
export type FilingConfiguration = z.infer<typeof FilingConfiguration>

/** Refuses brackets, which the server adds around a signature, and invisible characters. */
const Signature = z
  .string()
  .trim()
  .max(sendApi.senderMax)
  .regex(/^[^\p{C}【】[\]]+$/u)

export const configuration = endpoints(addresses.configuration, {
  sms: { reply: SmsConfiguration },
  /** A field that is left out keeps its value. A fixed field may only repeat its value. */
  saveSms: {
    body: z.strictObject({
      acct_auto_recharge: AutoRecharge.optional(),
      signature: Signature.nullable().optional(),
      validity: Validity.nullable().optional(),
      content_retention: Retention.optional(),
      time_zone: z.string().optional(),
    }),
    reply: SmsConfiguration,
  },
  filing: { reply: FilingConfiguration },
  saveFiling: { body: FilingConfiguration, reply: FilingConfiguration },
})
