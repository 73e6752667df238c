import { account } from './account.ts'
import { audit } from './audit.ts'
import { autoRecharge } from './auto-recharge.ts'
import { transactionFapiao } from './fapiao.ts'
import { billing, invoices } from './invoices.ts'
import { configuration } from './configuration.ts'
import { connectivity } from './connectivity.ts'
import { credentials } from './credentials.ts'
import { lookup } from './lookup.ts'
import { noticePreferences, notices } from './notices.ts'
import { password } from './password.ts'
import { paymentMethods } from './payment-methods.ts'
import { plugins } from './plugins.ts'
import { prices } from './prices.ts'
import { profile } from './profile.ts'
import { refunds } from './refunds.ts'
import { secondFactor } from './second-factor.ts'
import { security, sessions } from './security.ts'
import { session } from './session.ts'
import { signup } from './signup.ts'
import { statistics } from './statistics.ts'
import { topUp } from './top-up.ts'
import { transactions } from './transactions.ts'
import { verification } from './verification.ts'

/** Every call the console can make and the server must answer. */
export const table = {
  session,
  secondFactor,
  security,
  sessions,
  signup,
  password,
  verification,
  account,
  audit,
  autoRecharge,
  billing,
  credentials,
  configuration,
  connectivity,
  invoices,
  lookup,
  notices,
  noticePreferences,
  paymentMethods,
  plugins,
  prices,
  profile,
  refunds,
  statistics,
  topUp,
  transactionFapiao,
  transactions,
} as const
