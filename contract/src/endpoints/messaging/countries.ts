import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { HighRiskReason } from '../../vocabulary/country.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'

const Iso2 = z.string().regex(/^[A-Z]{2}$/)
/** More than there are countries. */
const COUNTRIES_MAX = 300

/** A country with a price, and whether the account sends to it. */
export const SendingCountry = z.object({
  iso2: z.string(),
  /** The price of one part of a notification; null where only other scenes have a price. */
  unit_price: Decimal.nullable(),
  enabled: z.boolean(),
  /** The home country is always enabled. */
  home: z.boolean(),
  high_risk: z.enum(HighRiskReason).nullable(),
})
export type SendingCountry = z.infer<typeof SendingCountry>

export const countries = endpoints(addresses.countries, {
  /** Sorted by country code, in the account's currency. */
  list: { reply: z.array(SendingCountry) },
  /** Enables and disables countries. A high-risk one is enabled alone, with `confirm_high_risk`. */
  save: {
    stepUp: true,
    body: z.strictObject({
      enable: z.array(Iso2).max(COUNTRIES_MAX).default([]),
      disable: z.array(Iso2).max(COUNTRIES_MAX).default([]),
      confirm_high_risk: z.boolean().default(false),
    }),
    reply: z.array(SendingCountry),
  },
})
