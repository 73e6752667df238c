import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { PaymentMethodId } from '../../ids.ts'
import { topUp } from '../../limits/finance.ts'
import { parseCut } from '../../money.ts'
import { addresses } from '../addresses.ts'
import { AutoRecharge } from '../configuration.ts'

const Amount = z
  .union([z.string().max(64), z.number()])
  .transform((amount) => parseCut(amount, topUp.decimals))
  .refine((amount) => amount !== null)

export const autoRecharge = endpoints(addresses.autoRecharge, {
  /** Switching off needs no other field: neither amounts nor card nor agreement (ruling 7). */
  set: {
    body: z.strictObject({
      enable: z.boolean(),
      below: Amount.optional(),
      topup: Amount.optional(),
      pm_id: PaymentMethodId.optional(),
      agreed: z.boolean().optional(),
    }),
    reply: AutoRecharge,
  },
})
