import { X509Certificate } from 'node:crypto'
import { DAY } from '@hongyan/contract/durations'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Config } from './config/config.ts'
import { openKysely, openPool } from './db/connect.ts'
import type { Schema } from './db/schema.ts'
import { type Finding, fine, resultOfChecks, wrong } from './kit/check.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import type { Command, CommandResult } from './kit/command.ts'
import type { Logger } from './kit/logger.ts'
import { checkChannels, problemOf } from './payments/credentials.ts'
import { findSandboxMoney, totalOf } from './payments/sandbox-money/find.ts'
import { offeredChannels } from './providers/payments/offered.ts'

export interface LiveCheckDeps {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  readonly clock?: Clock
}

/** The settings that configure a channel, for a channel without them. */
const settings: Readonly<Record<TopUpChannel, string>> = {
  stripe: 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
  alipay: 'ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY and ALIPAY_PUBLIC_KEY',
  wxpay: 'the settings that begin with WXPAY_',
}
const channels = ['stripe', 'alipay', 'wxpay'] as const
/** A certificate is reported from this long before it expires. */
const EXPIRY_NOTICE = 30 * DAY

/** Calls every configured provider without any effect there, and says what real customers still lack. */
async function check(deps: LiveCheckDeps): Promise<CommandResult> {
  const { config } = deps
  return resultOfChecks([
    addressOf(config),
    ...(await channelsOf(deps)),
    ...(await endpointOf(config)),
    ...certificatesOf(deps),
    await mailOf(config),
    await sandboxMoneyOf(deps),
  ])
}

function addressOf({ publicUrl, https, production }: Config): Finding {
  const hint = 'Set NODE_ENV=production and PUBLIC_URL to the https address that customers use.'
  if (publicUrl === null) return wrong('address', 'PUBLIC_URL is not set', hint)
  if (!https) return wrong('address', `${publicUrl} is not https`, hint)
  return production ? fine('address', publicUrl) : wrong('address', 'NODE_ENV is not production', hint)
}

async function channelsOf({ config, clock = systemClock }: LiveCheckDeps): Promise<readonly Finding[]> {
  const { payments, publicUrl } = config
  const offered = offeredChannels(config, () => publicUrl ?? '', null)
  const states = await checkChannels({ channels: offered, clock })
  return channels.map((channel) => {
    const state = states.find((one) => one.channel === channel)
    if (state === undefined) return fine(channel, `not offered; ${settings[channel]} would configure it`)
    const problem = problemOf(state)
    if (problem !== null) return wrong(channel, problem, 'No customer can pay by it before that is mended.')
    const isTest = channel === 'stripe' && /^[sr]k_test_/.test(payments.stripe?.apiKey ?? '')
    return isTest ? wrong(channel, 'STRIPE_SECRET_KEY is a test key', 'Set the live key.') : fine(channel, 'ready')
  })
}

async function endpointOf({ payments: { stripe }, publicUrl }: Config): Promise<readonly Finding[]> {
  if (stripe === null || publicUrl === null) return []
  const { checkEndpoint } = await import('./providers/payments/stripe/endpoint.ts')
  const { API_VERSION } = await import('./providers/payments/stripe/calls.ts')
  const problems = await checkEndpoint({ ...stripe, apiBase: () => stripe.apiBase, publicUrl: () => publicUrl })
  if (problems.length === 0) return [fine('stripe webhook', `API version ${API_VERSION}`)]
  return [
    wrong('stripe webhook', problems.join(' '), 'docs/guides/going-live.md lists the endpoint’s address and events.'),
  ]
}

function certificatesOf({ config, clock = systemClock }: LiveCheckDeps): readonly Finding[] {
  const { certificates = null } = config.payments.alipay ?? {}
  if (certificates === null) return []
  return Object.entries({ ALIPAY_APP_CERT: certificates.app, ALIPAY_CERT: certificates.alipay }).map(([name, pem]) => {
    const { validTo } = new X509Certificate(pem)
    const text = `${name} is valid until ${new Date(validTo).toISOString().slice(0, 10)}`
    const isNear = new Date(validTo).getTime() - clock.now().getTime() < EXPIRY_NOTICE
    return isNear ? wrong('alipay', text, 'Download a new one from Alipay’s open platform.') : fine('alipay', text)
  })
}

async function mailOf({ smtpUrl, mailFrom: from }: Config): Promise<Finding> {
  const hint = 'Customers get no sign-up codes and no receipts without email.'
  if (smtpUrl === null) return wrong('email', 'SMTP_URL is not set', hint)
  const { checkSmtp } = await import('./providers/mail/smtp.ts')
  const problem = await checkSmtp({ url: smtpUrl, from })
  return problem === null ? fine('email', 'ready') : wrong('email', `the mail server refuses us (${problem})`, hint)
}

async function sandboxMoneyOf({ databaseUrl, log }: LiveCheckDeps): Promise<Finding> {
  const pool = openPool(databaseUrl, 1, log)
  try {
    const found = await findSandboxMoney(openKysely<Schema>(pool))
    if (found.length === 0) return fine('sandbox money', 'none')
    return wrong('sandbox money', totalOf(found), 'Run `hongyan ledger retire-sandbox`.')
  } finally {
    await pool.end()
  }
}

export const liveCheckCommand: Command<LiveCheckDeps> = {
  name: 'live check',
  usage: '[--json]',
  options: {},
  arity: 0,
  run: check,
}
