import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import type { State } from './changes.ts'

/** What is looked at before and after an act on a noun. */
interface Looked {
  /** One row of what may be told; $1 is the account, $2 the id where each has one. Secrets are named with an exclamation mark. */
  readonly sql: string
  /** Whether each of its things has an id of its own, or the account has one of them. */
  readonly each?: true
}

const decimal = (micros: string): string => `trim_scale(${micros}::numeric / 1000000)`

const factors: Looked = {
  sql: `select t.since as totp_since, t.sealed_secret as "!totp", r.hashes::text as "!recovery_codes",
      cardinality(r.hashes) as recovery_codes_left,
      (select array_agg(name order by id) from passkey where account_id = $1) as passkeys
    from account a
    left join totp t on t.account_id = a.id and not t.pending
    left join recovery_code r on r.account_id = a.id
    where a.id = $1`,
}

const fapiao: Looked = {
  each: true,
  sql: `select kind, title, tax_no, bank, bank_account, email, number from fapiao
    where account_id = $1 and subject_id::text = $2`,
}

/** By noun of the contract; a noun without a row has no state that an owner would look for. */
const looked: Readonly<Record<string, Looked>> = {
  account: {
    sql: `select status as acct_status, level, tps, credit_enabled, ${decimal('credit_micros')} as credit_amount,
        sms_wildcard::text, sms_smpp, release_channel, realname_auth, activated, pay_for_delivered
      from account where id = $1`,
  },
  profile: {
    sql: `select firstname, lastname, gender, phone, email, password_hash as "!password"
      from account where id = $1`,
  },
  security: factors,
  sessions: {
    each: true,
    sql: `select (select count(*) from session where account_id = $1) as sessions, s.address, s.user_agent
      from account a left join session s on s.account_id = a.id and s.id::text = $2 where a.id = $1`,
  },
  credentials: {
    each: true,
    sql: `select key, mode, type, system_id, sealed_secret as "!secret", sealed_password as "!password"
      from credential where account_id = $1 and id::text = $2`,
  },
  configuration: {
    sql: `select signature, validity_seconds as validity, retention_days as content_retention
      from sms_configuration where account_id = $1`,
  },
  noticePreferences: {
    sql: `select kinds, ${decimal('balance_low_micros')} as balance_low
      from notice_preference where account_id = $1`,
  },
  billing: {
    sql: `select legal_name, address, country, tax_id, emails, po, language
      from billing_profile where account_id = $1`,
  },
  paymentMethods: {
    each: true,
    sql: `select brand, last4, exp_month, exp_year, status, is_default as default
      from payment_method where account_id = $1 and id::text = $2 and removed_at is null`,
  },
  autoRecharge: {
    sql: `select enabled as enable, ${decimal('below_micros')} as below, ${decimal('topup_micros')} as topup, pm_id
      from auto_recharge where account_id = $1`,
  },
  topUp: {
    each: true,
    sql: `select channel, currency, ${decimal('amount_micros')} as amount, status
      from top_up where account_id = $1 and id::text = $2`,
  },
  refunds: {
    each: true,
    sql: `select id as refund, ${decimal('amount_micros')} as amount, ${decimal('paid_out_micros')} as paid_out, status,
        reason
      from refund where account_id = $1 and top_up_id::text = $2 order by begun_at desc, id desc limit 1`,
  },
  invoices: {
    each: true,
    sql: `select i.number, i.status, i.po, ${decimal('i.paid_micros')} as paid, f.title as fapiao,
        (select count(*) from invoice_line l where l.account_id = i.account_id and l.invoice_id = i.id
          and l.disputed_at is not null) as disputed_lines
      from invoice i left join fapiao f on f.account_id = i.account_id and f.subject_id = i.id
      where i.account_id = $1 and i.id::text = $2`,
  },
  transactionFapiao: fapiao,
}

/** Whether things of a noun have ids of their own. */
export const hasIds = (noun: string): boolean => looked[noun]?.each === true

/** The present state of what an act on a noun is about, as far as it may be told; null where there is none. */
export async function stateOf(
  tx: Tx,
  noun: string,
  account: AccountId,
  subject: string | null = null,
): Promise<State | null> {
  const look = looked[noun]
  if (look === undefined) return null
  const text = `select to_jsonb(state) as state from (${look.sql}) state`
  const [row] = await tx.run<{ state: State }>(
    statement(`audit.state_${noun}`, text),
    look.each === true ? [account, subject] : [account],
  )
  return row?.state ?? null
}
