import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { TopUpId } from '../ids.ts'
import { topUp } from '../limits.ts'
import { topUpChannels } from '../vocabulary/payment.ts'
import { addresses } from './addresses.ts'
import { OrderCheck } from './top-up.ts'

export const transactions = endpoints(addresses.transactions, {
  /** Whether top-ups are paid; the channel is asked where that is not known yet. `ts` only keeps caches away. */
  check: {
    query: z.strictObject({ ts: z.string().max(32).optional() }),
    body: z.strictObject({ id: z.array(TopUpId).min(1).max(topUp.checkedAtOnce), channel: z.enum(topUpChannels) }),
    reply: OrderCheck,
  },
})
