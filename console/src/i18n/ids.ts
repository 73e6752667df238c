import type credentialsEn from '../features/messaging/credentials/messages.en.json'
import type credentialsZh from '../features/messaging/credentials/messages.zh-CN.json'
import type docsEn from '../features/support/docs/messages.en.json'
import type docsZh from '../features/support/docs/messages.zh-CN.json'
import type firstStepsEn from '../features/home/first-steps/messages.en.json'
import type firstStepsZh from '../features/home/first-steps/messages.zh-CN.json'
import type homeEn from '../features/home/messages.en.json'
import type homeZh from '../features/home/messages.zh-CN.json'
import type inboxEn from '../features/inbox/messages.en.json'
import type inboxZh from '../features/inbox/messages.zh-CN.json'
import type invoicesEn from '../features/finance/invoices/messages.en.json'
import type invoicesZh from '../features/finance/invoices/messages.zh-CN.json'
import type pricesEn from '../features/finance/prices/messages.en.json'
import type pricesZh from '../features/finance/prices/messages.zh-CN.json'
import type sessionEn from '../features/account/session/messages.en.json'
import type sessionZh from '../features/account/session/messages.zh-CN.json'
import type auditEn from '../features/account/settings/audit/messages.en.json'
import type auditZh from '../features/account/settings/audit/messages.zh-CN.json'
import type notificationsEn from '../features/account/settings/notifications/messages.en.json'
import type notificationsZh from '../features/account/settings/notifications/messages.zh-CN.json'
import type profileEn from '../features/account/settings/profile/messages.en.json'
import type profileZh from '../features/account/settings/profile/messages.zh-CN.json'
import type securityEn from '../features/account/settings/security/messages.en.json'
import type securityZh from '../features/account/settings/security/messages.zh-CN.json'
import type sessionsEn from '../features/account/settings/sessions/messages.en.json'
import type sessionsZh from '../features/account/settings/sessions/messages.zh-CN.json'
import type secondFactorEn from '../features/account/settings/second-factor/messages.en.json'
import type secondFactorZh from '../features/account/settings/second-factor/messages.zh-CN.json'
import type settingsEn from '../features/account/settings/messages.en.json'
import type settingsZh from '../features/account/settings/messages.zh-CN.json'
import type autoRechargeEn from '../features/finance/top-up/auto-recharge/messages.en.json'
import type autoRechargeZh from '../features/finance/top-up/auto-recharge/messages.zh-CN.json'
import type topUpEn from '../features/finance/top-up/messages.en.json'
import type topUpZh from '../features/finance/top-up/messages.zh-CN.json'
import type refundEn from '../features/finance/transactions/refund/messages.en.json'
import type refundZh from '../features/finance/transactions/refund/messages.zh-CN.json'
import type transactionsEn from '../features/finance/transactions/messages.en.json'
import type transactionsZh from '../features/finance/transactions/messages.zh-CN.json'
import type kitEn from '../kit/messages.en.json'
import type kitZh from '../kit/messages.zh-CN.json'
import type noticesEn from '../shell/notices/messages.en.json'
import type noticesZh from '../shell/notices/messages.zh-CN.json'
import type fapiaoEn from '../shell/fapiao/messages.en.json'
import type fapiaoZh from '../shell/fapiao/messages.zh-CN.json'
import type paymentBlockEn from '../shell/payment-block/messages.en.json'
import type paymentBlockZh from '../shell/payment-block/messages.zh-CN.json'
import type searchEn from '../shell/search/messages.en.json'
import type searchZh from '../shell/search/messages.zh-CN.json'
import type stepUpEn from '../shell/step-up/messages.en.json'
import type stepUpZh from '../shell/step-up/messages.zh-CN.json'
import type suspensionEn from '../shell/suspension/messages.en.json'
import type suspensionZh from '../shell/suspension/messages.zh-CN.json'
import type shellEn from '../shell/messages.en.json'
import type shellZh from '../shell/messages.zh-CN.json'
import type challengeEn from '../ui/challenge/messages.en.json'
import type challengeZh from '../ui/challenge/messages.zh-CN.json'
import type uiEn from '../ui/messages.en.json'
import type uiZh from '../ui/messages.zh-CN.json'

/** The ids of one catalogue. A text that is missing in Chinese does not compile, and the error names it. */
type Ids<English, Chinese extends Record<keyof English, string>> = keyof English & keyof Chinese

/** Every catalogue by its noun. A catalogue is loaded with the screen that needs it. */
interface Catalogues {
  ui: Ids<typeof uiEn, typeof uiZh>
  shell: Ids<typeof shellEn, typeof shellZh>
  search: Ids<typeof searchEn, typeof searchZh>
  challenge: Ids<typeof challengeEn, typeof challengeZh>
  'step-up': Ids<typeof stepUpEn, typeof stepUpZh>
  suspension: Ids<typeof suspensionEn, typeof suspensionZh>
  notices: Ids<typeof noticesEn, typeof noticesZh>
  fapiao: Ids<typeof fapiaoEn, typeof fapiaoZh>
  'payment-block': Ids<typeof paymentBlockEn, typeof paymentBlockZh>
  session: Ids<typeof sessionEn, typeof sessionZh>
  home: Ids<typeof homeEn, typeof homeZh>
  'first-steps': Ids<typeof firstStepsEn, typeof firstStepsZh>
  credentials: Ids<typeof credentialsEn, typeof credentialsZh>
  'auto-recharge': Ids<typeof autoRechargeEn, typeof autoRechargeZh>
  'top-up': Ids<typeof topUpEn, typeof topUpZh>
  refund: Ids<typeof refundEn, typeof refundZh>
  invoices: Ids<typeof invoicesEn, typeof invoicesZh>
  transactions: Ids<typeof transactionsEn, typeof transactionsZh>
  audit: Ids<typeof auditEn, typeof auditZh>
  notifications: Ids<typeof notificationsEn, typeof notificationsZh>
  profile: Ids<typeof profileEn, typeof profileZh>
  security: Ids<typeof securityEn, typeof securityZh>
  sessions: Ids<typeof sessionsEn, typeof sessionsZh>
  'second-factor': Ids<typeof secondFactorEn, typeof secondFactorZh>
  settings: Ids<typeof settingsEn, typeof settingsZh>
  prices: Ids<typeof pricesEn, typeof pricesZh>
  docs: Ids<typeof docsEn, typeof docsZh>
  inbox: Ids<typeof inboxEn, typeof inboxZh>
  kit: Ids<typeof kitEn, typeof kitZh>
}

export type Noun = keyof Catalogues
export type TextId = Catalogues[Noun]
