import { account } from './account/account.ts'
import { audit } from './account/audit.ts'
import type { addresses } from './addresses.ts'
import { autoRecharge } from './finance/auto-recharge.ts'
import { transactionFapiao } from './finance/fapiao.ts'
import { billing, invoices } from './finance/invoices.ts'
import { configuration } from './configuration.ts'
import { connectivity } from './messaging/connectivity.ts'
import { countries } from './messaging/countries.ts'
import { credentials } from './messaging/credentials.ts'
import { errorCodes } from './messaging/error-codes.ts'
import { exports } from './messaging/exports.ts'
import { lookup } from './lookup.ts'
import { noticePreferences, notices } from './account/notices.ts'
import { password } from './account/password.ts'
import { paymentMethods } from './finance/payment-methods.ts'
import { plugins } from './extensions/plugins.ts'
import { ipRestriction } from './extensions/ip-restriction.ts'
import { smsDlr } from './extensions/sms-dlr.ts'
import { smsRateLimiting } from './extensions/sms-rate-limiting.ts'
import { prices } from './finance/prices.ts'
import { profile } from './account/profile.ts'
import { refunds } from './finance/refunds.ts'
import { secondFactor } from './account/second-factor.ts'
import { security, sessions } from './account/security.ts'
import { session } from './account/session.ts'
import { signup } from './account/signup.ts'
import { publicTemplates, templates } from './messaging/templates.ts'
import { messages } from './messaging/messages.ts'
import { people } from './messaging/people.ts'
import { recipients } from './messaging/recipients.ts'
import { signatures } from './messaging/signatures.ts'
import { senderRules } from './messaging/sender-rules.ts'
import { routing } from './messaging/routing.ts'
import { upstreamMappings, upstreams } from './messaging/upstreams.ts'
import { analytics } from './messaging/analytics.ts'
import { audiences } from './messaging/audiences.ts'
import { broadcasts, quotes } from './messaging/broadcasts.ts'
import { contacts, phonebooks, segments } from './messaging/phonebooks.ts'
import { statistics } from './messaging/statistics.ts'
import { topUp } from './finance/top-up.ts'
import { transactions } from './finance/transactions.ts'
import { verification } from './account/verification.ts'
import { codes } from './account/codes.ts'
import { upload } from './upload.ts'
import { supportAnswers } from './support/answers.ts'
import { supportContacts } from './support/channels.ts'
import { supportStatus } from './support/status.ts'
import { tickets } from './support/tickets.ts'

/** Every call that the console can make and the server must implement: every noun that has addresses. */
export const table = {
  session,
  secondFactor,
  senderRules,
  security,
  sessions,
  signup,
  password,
  codes,
  account,
  audit,
  autoRecharge,
  billing,
  credentials,
  configuration,
  connectivity,
  countries,
  errorCodes,
  exports,
  invoices,
  ipRestriction,
  lookup,
  messages,
  notices,
  noticePreferences,
  paymentMethods,
  people,
  plugins,
  prices,
  profile,
  publicTemplates,
  recipients,
  refunds,
  signatures,
  smsDlr,
  smsRateLimiting,
  routing,
  statistics,
  upstreams,
  upstreamMappings,
  analytics,
  audiences,
  broadcasts,
  contacts,
  phonebooks,
  quotes,
  segments,
  supportAnswers,
  supportContacts,
  supportStatus,
  templates,
  tickets,
  topUp,
  transactionFapiao,
  transactions,
  verification,
  upload,
} as const satisfies Record<keyof typeof addresses, unknown>
