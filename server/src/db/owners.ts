/**
 * The tables and their owners: the one folder of `server/src` that writes a table. Any source may read any table. A
 * feature that needs a write of another gets the owner's function from compose. Triggers and migrations write by rules
 * of their own.
 */
export const owners: Readonly<Record<string, readonly string[]>> = {
  audit: ['audit_entry'],
  db: ['schema_migration'],
  'features/account/account': ['account'],
  'features/account/codes': ['verification_code', 'verification_token', 'verification_cap', 'code_spending'],
  'features/account/notices': ['notice_preference', 'balance_low_due'],
  'features/account/second-factor': ['totp', 'recovery_code', 'passkey', 'proof_question'],
  'features/account/session': ['session', 'sign_in_failure', 'sign_in_place', 'sign_in_run'],
  'features/account/verification': ['verification', 'verification_draft'],
  'features/configuration': ['sms_configuration'],
  'features/finance/auto-recharge': ['auto_recharge', 'recharge_due', 'recharge_link'],
  'features/finance/billing': ['billing_profile'],
  'features/finance/fapiao': ['fapiao'],
  'features/finance/invoices': ['invoice', 'invoice_line', 'invoice_payment', 'invoice_counter', 'invoice_closing'],
  'features/finance/payment-methods': ['payment_customer', 'payment_method', 'card_to_forget'],
  'features/finance/transactions': [
    'ledger_roll',
    'ledger_day',
    'ledger_day_use',
    'charge_receipt',
    'charge_receipt_counter',
  ],
  'features/messaging/countries': ['sending_country'],
  'features/messaging/credentials': ['credential', 'credential_use', 'request_log'],
  gateway: [
    'message',
    'message_body',
    'message_event',
    'outbox',
    'submission_batch',
    'deferred',
    'backlog',
    'handover',
    'parked_receipt',
    'set_aside',
    'link_owner',
    'daily',
    'daily_recipient',
  ],
  jobs: ['loop_run'],
  keys: ['secret_key', 'secret_ring', 'secret_key_holder'],
  ledger: ['balance', 'ledger_entry', 'ledger_checkpoint', 'ledger_verification'],
  limits: ['request_key', 'console_answer', 'limit_use'],
  notices: ['notice', 'notice_letter'],
  payments: ['top_up', 'payment_event', 'payment_alarm', 'staff_booking', 'dispute', 'refund', 'card_charge'],
  pricing: ['price_book', 'price'],
  uploads: ['upload'],
  providers: [
    'sandbox_message',
    'sandbox_receipt',
    'sandbox_key',
    'sandbox_payment',
    'sandbox_notify',
    'sandbox_refund',
    'sandbox_customer',
    'sandbox_card',
    'sandbox_setup',
    'sandbox_charge',
    'sandbox_card_event',
    'sandbox_answer',
  ],
}

/** Columns that a folder other than the table's owner updates, by column. */
export const columnOwners: Readonly<Record<string, readonly string[]>> = {
  db: ['account.changed_at'],
  'features/finance/invoices': ['account.credit_reduced_at'],
}
