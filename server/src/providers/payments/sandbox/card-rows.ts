import { statement } from '../../../db/tx.ts'
import type { OutcomeName } from './card-table.ts'

export interface SandboxCard {
  readonly id: string
  /** Null until it is attached to a customer. */
  readonly customer: string | null
  readonly last4: string
  readonly brand: string
  readonly expMonth: number
  readonly expYear: number
  readonly fingerprint: string
  readonly outcome: OutcomeName
}

export interface SandboxSetup {
  readonly id: string
  readonly customer: string
  readonly card: string
  readonly status: 'requires_action' | 'succeeded' | 'requires_payment_method'
  readonly code: string | null
  readonly declineCode: string | null
  readonly returnUrl: string | null
}

export interface SandboxCharge {
  readonly id: string
  readonly customer: string
  readonly card: string
  /** In cents. */
  readonly amount: bigint
  readonly currency: string
  readonly status: 'processing' | 'succeeded' | 'requires_payment_method'
  readonly code: string | null
  readonly declineCode: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: Date
}

export const PUT_CUSTOMER = statement(
  'sandbox_customer.insert',
  'insert into sandbox_customer (id, email, created_at) values ($1, $2, $3)',
)
export const PUT_CARD = statement(
  'sandbox_card.insert',
  `insert into sandbox_card (id, last4, brand, exp_month, exp_year, fingerprint, outcome, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
export const CARD = statement(
  'sandbox_card.read',
  `select id, customer, last4, brand, exp_month as "expMonth", exp_year as "expYear", fingerprint, outcome
   from sandbox_card where id = $1`,
)
export const ATTACH = statement('sandbox_card.attach', 'update sandbox_card set customer = $2 where id = $1')
export const DETACH = statement(
  'sandbox_card.detach',
  'update sandbox_card set customer = null where id = $1 and customer is not null returning id',
)
export const PUT_SETUP = statement(
  'sandbox_setup.put',
  `insert into sandbox_setup (id, customer, card, status, code, decline_code, return_url, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (id) do update
   set status = excluded.status, code = excluded.code, decline_code = excluded.decline_code`,
)
const SETUP_COLUMNS = `s.id, s.customer, s.card, s.status, s.code, s.decline_code as "declineCode", s.return_url as "returnUrl"`
export const SETUP = statement('sandbox_setup.read', `select ${SETUP_COLUMNS} from sandbox_setup s where id = $1`)
export const LOCK_SETUP = statement(
  'sandbox_setup.lock',
  `select ${SETUP_COLUMNS}, c.outcome from sandbox_setup s join sandbox_card c on c.id = s.card
   where s.id = $1 for update of s`,
)
export const PUT_CHARGE = statement(
  'sandbox_charge.insert',
  `insert into sandbox_charge (id, customer, card, amount, currency, status, code, decline_code, metadata, created_at, settles_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
export const CHARGE = statement(
  'sandbox_charge.read',
  `select id, customer, card, amount, currency, code, decline_code as "declineCode", metadata, created_at as "createdAt",
     case when settles_at <= $1 then 'succeeded' else status end as status
   from sandbox_charge where id = $2`,
)

export const setupValues = (setup: SandboxSetup, at: Date): readonly unknown[] => {
  const { id, customer, card, status, code, declineCode, returnUrl } = setup
  return [id, customer, card, status, code, declineCode, returnUrl, at]
}

export const chargeValues = (charge: SandboxCharge, settlesAt: Date | null): readonly unknown[] => {
  const { id, customer, card, amount, currency, status, code, declineCode, metadata, createdAt } = charge
  return [
    id,
    customer,
    card,
    amount,
    currency,
    status,
    code,
    declineCode,
    JSON.stringify(metadata),
    createdAt,
    settlesAt,
  ]
}
