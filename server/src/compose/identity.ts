import type { AccountId } from '@hongyan/contract/ids'
import { ZERO } from '@hongyan/contract/money'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Config } from '../config/config.ts'
import type { Schema } from '../db/schema.ts'
import { createAccount, homeCurrency, homeZone } from '../features/account/account/create.ts'
import { setPassword } from '../features/account/account/password.ts'
import { presentAccount, surroundingsOf } from '../features/account/account/present.ts'
import { readAccount, saveContact, saveLocale, savePerson } from '../features/account/account/store.ts'
import { profileRoutes } from '../features/account/profile/routes.ts'
import { sessionRoutes } from '../features/account/session/routes.ts'
import type { SecondFactorDeps } from '../features/account/second-factor/deps.ts'
import { secondFactorRoutes } from '../features/account/second-factor/routes.ts'
import { endPendingAuth } from '../features/account/second-factor/pending-auth.ts'
import { requestSecondFactor } from '../features/account/second-factor/sign-in.ts'
import { endOthers } from '../features/account/session/sessions.ts'
import { isKnownDevice } from '../features/account/session/places.ts'
import { openSession as startSession, pairOf, checkPasswordAgain } from '../features/account/session/service.ts'
import {
  countAttempt,
  endSessionAt,
  forgetAttempts,
  deleteOldFailures,
  markVerified,
  takePassword,
} from '../features/account/session/store.ts'
import { type SignupDeps, type NewOwner } from '../features/account/signup/service.ts'
import { signupGift } from '../features/account/signup/gift.ts'
import { signupRoutes } from '../features/account/signup/routes.ts'
import type { RiskyCountries } from '../features/account/codes/risky-countries.ts'
import { createPauses } from '../features/account/codes/pauses.ts'
import { codeRoutes } from '../features/account/codes/routes.ts'
import { endCodes } from '../features/account/codes/store.ts'
import { isTokenValid, spendToken } from '../features/account/codes/tokens.ts'
import type { HighRiskCountries } from '../features/messaging/countries/high-risk.ts'
import { readEnabled } from '../features/messaging/countries/store.ts'
import type { OwnMessages } from '../gateway/own-messages.ts'
import type { Route } from '../http/implement.ts'
import type { Background } from '../kit/background.ts'
import type { Clock } from '../kit/clock.ts'
import { createHeldUntil } from '../kit/held-until.ts'
import { keyedQueue } from '../kit/keyed-queue.ts'
import type { Logger } from '../kit/logger.ts'
import { oncePerSecond } from '../kit/seldom.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import type { PriceBookCache } from '../pricing/price-book-cache.ts'
import { type Mailer, noMailer } from '../providers/mail/mail.ts'
import { createSandboxMailbox } from '../providers/mail/sandbox-mailbox.ts'
import { createSmtp } from '../providers/mail/smtp.ts'

export interface IdentityDeps {
  readonly config: Config
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
  /** Sends the product's own text messages. */
  readonly messages: OwnMessages
  readonly background: Background
  /** The absolute address of a page of the console, given its path. */
  readonly addressOf: (path: string) => string
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly highRisk: HighRiskCountries
}

/** Routes that authenticate people: sessions, codes, sign-up, second factors, forgotten passwords. */
export function identityRoutes(deps: IdentityDeps): readonly Route[] {
  const { db, clock, config, secrets } = deps
  const surroundings = surroundingsOf(config)
  const spend: SignupDeps['spendToken'] = (tx, verified, token) => spendToken(tx, deps, verified, token)
  const isValid: SignupDeps['isTokenValid'] = (scope, token) => isTokenValid(db, deps, scope, token)
  const isKnown = (account: AccountId | null, device: string | null) => isKnownDevice(db, deps, account, device)
  const sessions = {
    db,
    clock,
    attempts: keyedQueue(),
    lockedNetworks: createHeldUntil(),
    background: deps.background,
    forgetOver: failuresForgotten(deps),
  }
  const openSession: SignupDeps['openSession'] = (tx, owner, source, before) =>
    startSession(tx, deps, owner, source, before)
  return [
    ...codeRoutes({
      ...deps,
      mailer: mailerOf(deps),
      isKnownDevice: isKnown,
      codeBudget: config.codeBudget,
      pauses: createPauses({
        ...deps,
        codeBudget: config.codeBudget,
        paused: (currency) =>
          deps.log.error({ currency }, 'the budget of codes by phone is spent, or a cap of the day reached'),
      }),
      usedUp: createHeldUntil(),
      mayForget: oncePerSecond(clock),
      riskyCountries: config.trust === 'strict' ? riskyCountriesOf(deps) : null,
      signInPage: () => deps.addressOf('/login'),
    }),
    ...sessionRoutes({
      ...sessions,
      secrets,
      requestSecondFactor: (tx, account, source) => requestSecondFactor(tx, deps, account, source),
      spendToken: spend,
      isTokenValid: isValid,
      endCodes,
      endPendingAuth,
      setPassword,
    }),
    ...secondFactorRoutes({
      ...deps,
      attempts: keyedQueue(),
      tries: triesIn(db, sessions.forgetOver),
      openSession,
      markVerified,
      isKnownDevice: isKnown,
    }),
    ...profileRoutes({
      ...deps,
      show: async (account) => presentAccount(await readAccount(db, account), surroundings),
      savePerson,
      saveLocale,
      saveContact,
      spendToken: spend,
      endCodes,
      checkPassword: async (account, password, { address }) => {
        const owner = await checkPasswordAgain(sessions, account, password, { address, field: 'curpassword' })
        return (tx) => takePassword(tx, owner)
      },
      setPassword,
      endOtherSessions: (tx, caller) => endOthers(tx, { endPendingAuth }, caller),
      endSessionAt,
      liftLock: (tx, account, { address }) => forgetAttempts(tx, pairOf(account, address)),
    }),
    ...signupRoutes({
      db,
      clock,
      spendToken: spend,
      isTokenValid: isValid,
      createAccount: (tx, owner) => createAccount(tx, clock, { ...owner, ...newAccount(deps, owner) }),
      openSession,
    }),
  ]
}

const riskyCountriesOf = ({ db, highRisk }: IdentityDeps): RiskyCountries => ({
  isHighRisk: (country) => highRisk.has(country),
  enabledBy: (account) => readEnabled(db, account),
})

/** Counts attempts at second factors as those at passwords: before the attempt, in one statement. */
const triesIn = (db: IdentityDeps['db'], forgetOver: () => void): SecondFactorDeps['tries'] => ({
  count: (key, now, limits) => countAttempt(db, key, now, limits),
  forget: forgetAttempts,
  forgetOver,
})

function failuresForgotten({ db, clock, background }: IdentityDeps): () => void {
  const mayForget = oncePerSecond(clock)
  return () => {
    if (mayForget()) background.after('forgetting old failures', () => deleteOldFailures(db, clock.now()))
  }
}

/** The defaults of a new account by its partition. Only its email or phone number is verified (semantics D13). */
function newAccount({ config, prices }: IdentityDeps, owner: NewOwner) {
  const currency = homeCurrency[owner.partition]
  return {
    currency,
    time_zone: homeZone[owner.partition],
    level: TrustLevel.New,
    balance: ZERO,
    gift: config.signupGift ?? signupGift(prices.inForce().book, { ...owner, currency }),
  }
}

export function mailerOf({ config, pool, clock }: Pick<IdentityDeps, 'config' | 'pool' | 'clock'>): Mailer {
  const from = config.mailFrom
  if (config.smtpUrl !== null) return createSmtp({ url: config.smtpUrl, from })
  return config.sandbox ? createSandboxMailbox({ pool, clock, from }) : noMailer
}
