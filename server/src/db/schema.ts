import type { AccountTables } from './schema/account.ts'
import type { AuditTables } from './schema/audit.ts'
import type { AutoRechargeTables } from './schema/auto-recharge.ts'
import type { BillingTables } from './schema/billing.ts'
import type { BroadcastsTables } from './schema/broadcasts.ts'
import type { ConfigurationTables } from './schema/configuration.ts'
import type { CountriesTables } from './schema/countries.ts'
import type { CredentialsTables } from './schema/credentials.ts'
import type { FapiaoTables } from './schema/fapiao.ts'
import type { InvoicesTables } from './schema/invoices.ts'
import type { LedgerTables } from './schema/ledger.ts'
import type { NoticePreferencesTables } from './schema/notice-preferences.ts'
import type { NoticesTables } from './schema/notices.ts'
import type { PaymentMethodsTables } from './schema/payment-methods.ts'
import type { PeopleTables } from './schema/people.ts'
import type { PaymentsTables } from './schema/payments.ts'
import type { PhonebooksTables } from './schema/phonebooks.ts'
import type { RecipientsTables } from './schema/recipients.ts'
import type { SecondFactorTables } from './schema/second-factor.ts'
import type { SendersTables } from './schema/senders.ts'
import type { SessionTables } from './schema/session.ts'
import type { SupportTables } from './schema/support.ts'
import type { UpstreamsTables } from './schema/upstreams.ts'
import type { VerificationTables } from './schema/verification.ts'

/** The tables that sources read and write through Kysely. Each owner has a file; other tables have SQL alone. */
export interface Schema
  extends
    AccountTables,
    AuditTables,
    AutoRechargeTables,
    BillingTables,
    BroadcastsTables,
    ConfigurationTables,
    CountriesTables,
    CredentialsTables,
    FapiaoTables,
    InvoicesTables,
    LedgerTables,
    NoticePreferencesTables,
    NoticesTables,
    PaymentMethodsTables,
    PaymentsTables,
    PeopleTables,
    PhonebooksTables,
    RecipientsTables,
    SecondFactorTables,
    SendersTables,
    SessionTables,
    SupportTables,
    UpstreamsTables,
    VerificationTables {}
