import { decimal, newestState } from '../../../../audit/state.ts'

/** The newest refund of a charge, by the charge's id. */
export const refundAudit = newestState(
  'refunds',
  'refund',
  `select id as refund, ${decimal('amount_micros')} as amount, ${decimal('paid_out_micros')} as paid_out, status,
      reason
    from refund where account_id = $1 and top_up_id::text = $2 order by begun_at desc, id desc limit 1`,
)
