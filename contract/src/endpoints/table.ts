import { account } from './account.ts'
import { autoRecharge } from './auto-recharge.ts'
import { configuration } from './configuration.ts'
import { connectivity } from './connectivity.ts'
import { credentials } from './credentials.ts'
import { lookup } from './lookup.ts'
import { password } from './password.ts'
import { paymentMethods } from './payment-methods.ts'
import { plugins } from './plugins.ts'
import { prices } from './prices.ts'
import { refunds } from './refunds.ts'
import { session } from './session.ts'
import { signup } from './signup.ts'
import { statistics } from './statistics.ts'
import { topUp } from './top-up.ts'
import { sessions } from './security.ts'
import { transactions } from './transactions.ts'
import { verification } from './verification.ts'

/** Every call the console can make and the server must answer. */
export const table = {
  session,
  signup,
  password,
  verification,
  account,
  sessions,
  autoRecharge,
  credentials,
  configuration,
  connectivity,
  lookup,
  paymentMethods,
  plugins,
  prices,
  refunds,
  statistics,
  topUp,
  transactions,
} as const
