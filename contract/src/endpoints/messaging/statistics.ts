import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { addresses } from '../addresses.ts'

/** One day of an account, in its time zone. `to_cnt` counts distinct recipients of the day (ruling 20). */
export const DayCount = z.object({
  date: z.iso.date(),
  msg_cnt: z.number().int(),
  to_cnt: z.number().int(),
  succ_msg_cnt: z.number().int(),
})
export type DayCount = z.infer<typeof DayCount>

/** The counts of yesterday's messages that were accepted more than 24 hours ago. */
export const YesterdayCount = z.object({
  msg_cnt: z.number().int(),
  succ_msg_cnt: z.number().int(),
  /** False where the counts stop at the most that are counted at once. */
  exact: z.boolean(),
})
export type YesterdayCount = z.infer<typeof YesterdayCount>

export const statistics = endpoints(addresses.statistics, {
  summary: { query: z.strictObject({ period: z.enum(['7d', '30d']) }), reply: z.array(DayCount) },
  /** Yesterday until this time of the day, which today can be compared with. */
  yesterday: { reply: YesterdayCount },
})
