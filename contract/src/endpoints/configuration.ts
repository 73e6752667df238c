import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { sendApi, smsConfiguration } from '../limits.ts'
import { UpstreamType } from '../vocabulary/upstream.ts'
import { Decimal } from './account/account.ts'
import { addresses } from './addresses.ts'

/** Specification section 3, "Auto-recharge settings"; amounts and card are null until they are chosen. */
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
 * Ruling 11. `signature` is the sender of messages that name none, `validity` the seconds for which a message may wait
 * (null: by scene), `content_retention` the days for which bodies are kept.
 */
export const SmsConfiguration = z.object({
  acct_auto_recharge: AutoRecharge,
  signature: z.string().nullable(),
  validity: Validity.nullable(),
  content_retention: Retention,
  time_zone: z.string(),
})
export type SmsConfiguration = z.infer<typeof SmsConfiguration>

/** Neither brackets, which are set around a signature, nor what cannot be seen. */
const Signature = z
  .string()
  .trim()
  .max(sendApi.senderMax)
  .regex(/^[^\p{C}【】[\]]+$/u)

/** Where an account's messages go: the first of its rules that fits, else the fallback. */
export const UpstreamConfiguration = z.object({
  rules: z.array(z.object({ type: z.enum(UpstreamType) })),
  fallback: z.object({ type: z.enum(UpstreamType) }),
})
export type UpstreamConfiguration = z.infer<typeof UpstreamConfiguration>

export const configuration = endpoints(addresses.configuration, {
  sms: { reply: SmsConfiguration },
  /** What is left out stays as it is; what is fixed may only be repeated. */
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
  upstream: { reply: UpstreamConfiguration },
})
