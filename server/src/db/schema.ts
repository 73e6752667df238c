import type {
  AccountId,
  AuditId,
  CredentialId,
  InvoiceId,
  PasskeyId,
  PaymentMethodId,
  RefundId,
  SessionId,
  TopUpId,
} from '@hongyan/contract/ids'
import type { RetentionDays } from '@hongyan/contract/limits'
import type { Micros } from '@hongyan/contract/money'
import type {
  AccountStatus,
  Currency,
  Gender,
  Locale,
  Partition,
  TrustLevel,
} from '@hongyan/contract/vocabulary/account'
import type { AuditActor, AuditOutcome } from '@hongyan/contract/vocabulary/audit'
import type { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { NoticeChannel, NoticeKind } from '@hongyan/contract/vocabulary/notice'
import type {
  FapiaoKind,
  InvoiceChannel,
  InvoiceLineKind,
  InvoiceStatus,
  PaymentMethodStatus,
  Product,
  TopUpAction,
  TopUpChannel,
  TopUpStatus,
} from '@hongyan/contract/vocabulary/payment'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The texts that an account may send without review: some, all (true) or none. */
export type Wildcard = readonly ('signature' | 'template')[] | boolean | null

/** JSON, written as text and read as its value. */
type Json<T> = ColumnType<T, string | null | undefined, string | null>

export interface AccountTable {
  id: AccountId
  email: string | null
  phone: string | null
  password_hash: string
  partition: Partition
  currency: Currency
  time_zone: string
  firstname: Generated<string>
  lastname: Generated<string>
  nickname: Generated<string>
  username: Generated<string>
  realname_name: Generated<string>
  realname_auth: Generated<boolean>
  gender: Generated<Gender>
  activated: Generated<boolean>
  demo: Generated<boolean>
  status: Generated<AccountStatus>
  level: Generated<TrustLevel>
  tps: Generated<number>
  credit_enabled: Generated<boolean>
  credit_micros: Generated<Micros>
  pay_for_delivered: Generated<boolean>
  sms_wildcard: Json<Wildcard>
  sms_smpp: Generated<boolean>
  release_channel: Generated<string>
  hash_key: Buffer
  created_at: Date
  changed_at: Generated<Date>
  /** The moment since which an overdue invoice reserves credit for codes. */
  credit_reduced_at: Date | null
  house: Generated<boolean>
  agreed_at: Date | null
}

export interface SessionTable {
  account_id: AccountId
  id: SessionId
  token_hash: Buffer
  created_at: Date
  seen_at: Date
  expires_at: Date
  address: string
  user_agent: string
  proved_at: Date
}

export interface CredentialTable {
  account_id: AccountId
  id: CredentialId
  key: string
  sealed_secret: string
  mode: AuthMode
  type: CredentialType
  scene: Generated<MessageScene>
  system_id: string | null
  sealed_password: string | null
  created_at: Date
  last_used_at: Date | null
  last_used_from: string | null
}

export interface CredentialUseTable {
  account_id: AccountId
  credential_id: CredentialId
  hour: Date
  signed: boolean
  address: string
  requests: number
}

export interface BalanceTable {
  account_id: AccountId
  paid_micros: Generated<Micros>
  gift_micros: Generated<Micros>
  cashback_micros: Generated<Micros>
  credit_micros: Generated<Micros>
  /** The unpaid sum of issued invoices; not part of the balance. */
  billed_micros: Generated<Micros>
  held_micros: Generated<Micros>
  balance_micros: GeneratedAlways<Micros>
  /** The recharge bound: the balance below which the ledger leaves a row in recharge_due. */
  recharge_below: Micros | null
  /** The low-balance bound: the spendable amount below which the ledger leaves a row in balance_low_due. */
  low_below: Micros | null
}

export interface SmsConfigurationTable {
  account_id: AccountId
  signature: string | null
  validity_seconds: number | null
  retention_days: RetentionDays
}

export interface TopUpTable {
  account_id: AccountId
  id: TopUpId
  channel: TopUpChannel
  currency: Currency
  amount_micros: Micros
  status: Generated<TopUpStatus>
  action: TopUpAction | null
  payload: string | null
  remote_id: string | null
  payment_id: string | null
  test: boolean
  created_at: Date
  expires_at: Date
  ask_at: Date | null
  asked_at: Date | null
  asked_times: Generated<number>
  paid_at: Date | null
  entry: string | null
  cashback_micros: Micros | null
  cashback_due_at: Date | null
  cashback_entry: string | null
  auto: Generated<boolean>
  by_card: Generated<boolean>
  /** The invoice that the money is for; null: for the funds. */
  invoice_id: InvoiceId | null
  /** Follows from `auto` and `invoice_id`. */
  purpose: GeneratedAlways<Purpose>
}

/** What the money of an order is for. */
export type Purpose = 'top_up' | 'auto_recharge' | 'invoice'

export interface PaymentEventTable {
  account_id: AccountId
  top_up_id: TopUpId
  event_id: string
  kind: string
  amount_micros: Micros | null
  currency: string | null
  outcome: string
  at: Date
}

export interface DisputeTable {
  account_id: AccountId
  channel: TopUpChannel
  remote_id: string
  top_up_id: TopUpId
  amount_micros: Micros
  status: 'open' | 'won' | 'lost'
  opened_at: Date
  closed_at: Date | null
  entry: string | null
  won_entry: string | null
}

export interface RefundTable {
  account_id: AccountId
  id: RefundId
  top_up_id: TopUpId
  amount_micros: Micros
  fee_micros: Micros
  withheld_micros: Micros
  paid_out_micros: Micros
  clawback_micros: Micros
  reason: string
  status: 'pending' | 'done' | 'failed'
  begun_at: Date
  ended_at: Date | null
  remote_id: string | null
  code: string | null
  ask_at: Date | null
  entry: string
  clawback_entry: string | null
  failed_entry: string | null
  clawback_failed_entry: string | null
}

export interface PaymentCustomerTable {
  account_id: AccountId
  channel: TopUpChannel
  test: boolean
  remote_id: string
  created_at: Date
}

export interface PaymentMethodTable {
  account_id: AccountId
  id: PaymentMethodId
  channel: TopUpChannel
  test: boolean
  customer: string
  remote_id: string
  last4: string
  exp_month: number
  exp_year: number
  brand: string
  fingerprint: Buffer | null
  status: PaymentMethodStatus
  setup_id: string | null
  asked_at: Date | null
  is_default: Generated<boolean>
  created_at: Date
  removed_at: Date | null
  /** The last reminder of the card's expiry, in days before it. */
  expiry_told: 30 | 7 | 0 | null
  consent_at: Date | null
  consent_address: string | null
  consent_text: string | null
}

export interface AutoRechargeTable {
  account_id: AccountId
  enabled: boolean
  below_micros: Micros
  topup_micros: Micros
  pm_id: PaymentMethodId
  put_off: Generated<number>
  paused_at: Date | null
  saved_at: Date
}

export interface RechargeDueTable {
  account_id: AccountId
  look_at: Date | null
}

export interface RechargeLinkTable {
  account_id: AccountId
  id: TopUpId
  amount_micros: Micros
  at: Date
  /** Null: at once. */
  try_at: Date | null
}

export interface NoticeTable {
  account_id: AccountId
  id: string
  kind: NoticeKind
  details: ColumnType<Readonly<Record<string, string>>, string, never>
  at: Date
  read_at: Date | null
}

export interface NoticeLetterTable {
  account_id: AccountId
  notice_id: string
  channel: NoticeChannel
  address: string
  at: Date
  try_at: Date | null
}

/** The owner's choice for each kind; an absent kind was never set. */
export type ChosenChannels = { readonly [K in NoticeKind]?: Readonly<Record<NoticeChannel, boolean>> }

export interface NoticePreferenceTable {
  account_id: AccountId
  kinds: ColumnType<ChosenChannels, string | undefined, string>
  balance_low_micros: Micros | null
  balance_low_at: Date | null
}

export interface BalanceLowDueTable {
  account_id: AccountId
  look_at: Date | null
}

export interface CardToForgetTable {
  account_id: AccountId
  channel: TopUpChannel
  test: boolean
  remote_id: string
  due_at: Date
}

export interface TotpTable {
  account_id: AccountId
  pending: boolean
  sealed_secret: string
  since: Date
  last_step: Generated<bigint>
}

export interface RecoveryCodeTable {
  account_id: AccountId
  sealed_key: string
  hashes: Buffer[]
  made_at: Date
}

export interface PasskeyTable {
  account_id: AccountId
  id: PasskeyId
  credential_id: string
  rp_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export interface ProofQuestionTable {
  key_hash: Buffer
  account_id: AccountId | null
  network: string
  challenge: string | null
  challenge_until: Date | null
  expires_at: Date
}

export interface SignInPlaceTable {
  account_id: AccountId
  place_hash: Buffer
  seen_at: Date
}

export interface BillingProfileTable {
  account_id: AccountId
  legal_name: string
  address: string
  country: string
  tax_id: string
  emails: string[]
  po: string
  language: Locale
  saved_at: Date
}

export interface FapiaoTable {
  account_id: AccountId
  subject_id: string
  subject: 'charge' | 'invoice'
  kind: FapiaoKind
  title: string
  tax_no: string
  bank: string | null
  bank_account: string | null
  email: string
  requested_at: Date
  number: string | null
  issued_micros: Micros | null
  issued_at: Date | null
}

/** A charge of a kept card. Its id is its order's, and the key by which the provider recognises it. */
export interface CardChargeTable {
  account_id: AccountId
  id: TopUpId
  /** Null: a recharge. */
  invoice_id: InvoiceId | null
  pm_id: PaymentMethodId
  customer: string
  card: string
  begun_at: Date
  payment_id: string | null
  ask_at: Date
  asked_times: Generated<number>
  ended_at: Date | null
  outcome: 'succeeded' | 'declined' | 'authentication_required' | 'refused' | 'unknown' | null
  code: string | null
  advice: string | null
}

export interface InvoicePayKeyTable {
  account_id: AccountId
  invoice_id: InvoiceId
  key: string
  top_up_id: TopUpId | null
}

export interface InvoiceClosingTable {
  account_id: AccountId
  through: string
  ended_at: Date
  repaid_micros: Micros
}

/** The billing profile as it was when the invoice was issued. */
export type BilledTo = Pick<BillingProfileTable, 'legal_name' | 'address' | 'country' | 'tax_id' | 'language'>

export interface InvoiceTable {
  billed_to: Json<BilledTo>
  account_id: AccountId
  id: InvoiceId
  partition: Partition
  currency: Currency
  number: string | null
  status: Generated<InvoiceStatus>
  from_day: string
  to_day: string
  begins_at: Date
  ends_at: Date
  closed_at: Date
  issue_at: Date
  issued_at: Date | null
  due_on: string | null
  ended_at: Date | null
  total_micros: Micros
  paid_micros: Generated<Micros>
  po: string | null
  entry: string | null
  void_entry: string | null
  reminded: number | null
}

export interface InvoiceLineTable {
  account_id: AccountId
  id: string
  invoice_id: InvoiceId
  kind: InvoiceLineKind
  amount_micros: Micros
  product: Product | null
  scene: MessageScene | null
  country: string | null
  unit_price_micros: Micros | null
  messages: bigint | null
  parts: bigint | null
  text: string | null
  entry: string | null
  disputed_at: Date | null
  dispute_reason: string | null
}

export interface InvoicePaymentTable {
  account_id: AccountId
  id: string
  invoice_id: InvoiceId
  channel: InvoiceChannel
  amount_micros: Micros
  top_up_id: TopUpId | null
  at: Date
}

export interface InvoiceCounterTable {
  partition: Partition
  last: bigint
}

export interface AuditEntryTable {
  account_id: AccountId
  id: AuditId
  at: Date
  actor: AuditActor
  session_id: SessionId | null
  address: string | null
  user_agent: string | null
  action: string
  subject: string | null
  outcome: AuditOutcome
  error: string | null
  changes: ColumnType<readonly { field: string; before: string | null; after: string | null }[], string, string>
}

/** The tables that features query by name; the gateway writes its own statements. */
export interface Schema {
  account: AccountTable
  session: SessionTable
  credential: CredentialTable
  credential_use: CredentialUseTable
  balance: BalanceTable
  sms_configuration: SmsConfigurationTable
  top_up: TopUpTable
  payment_event: PaymentEventTable
  dispute: DisputeTable
  refund: RefundTable
  payment_customer: PaymentCustomerTable
  payment_method: PaymentMethodTable
  card_to_forget: CardToForgetTable
  auto_recharge: AutoRechargeTable
  recharge_due: RechargeDueTable
  recharge_link: RechargeLinkTable
  notice: NoticeTable
  notice_letter: NoticeLetterTable
  notice_preference: NoticePreferenceTable
  balance_low_due: BalanceLowDueTable
  invoice_closing: InvoiceClosingTable
  invoice: InvoiceTable
  invoice_line: InvoiceLineTable
  invoice_payment: InvoicePaymentTable
  invoice_counter: InvoiceCounterTable
  billing_profile: BillingProfileTable
  fapiao: FapiaoTable
  card_charge: CardChargeTable
  invoice_pay_key: InvoicePayKeyTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  proof_question: ProofQuestionTable
  sign_in_place: SignInPlaceTable
  audit_entry: AuditEntryTable
}
