import path from 'node:path'
import { SECOND } from '@hongyan/contract/durations'
import { upstreams } from '@hongyan/contract/limits/upstreams'
import type { Micros } from '@hongyan/contract/money'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { type LogLevel, logLevels } from '../kit/logger.ts'
import { type Role, roles } from '../kit/role.ts'
import { StartError } from '../kit/start-error.ts'
import { type CodeBudget, readCodeBudget } from './code-budget.ts'
import { address, amount, choice, type Environment, flag, integer, text } from './env.ts'
import { type S3Settings, readStorage } from './storage.ts'
import { readSellers, type Sellers } from './sellers.ts'
import { readSupport, type SupportConfig } from './support.ts'
import { type PaymentConfig, readCashbackUntil, readPayments } from './payments.ts'

export interface Config {
  readonly role: Role
  /** Folder of files, keys and the embedded database; absolute. */
  readonly dataDir: string
  /** An operator's own PostgreSQL, or null for the embedded one under dataDir. */
  readonly databaseUrl: string | null
  readonly host: string
  /** The listening port; 0 lets the system choose a free one. */
  readonly port: number
  /**
   * The address of the server for customers, without a trailing slash; null until it is known, then http://host:port.
   */
  readonly publicUrl: string | null
  readonly https: boolean
  /** The documentation site of each language, without a trailing slash; null: the server's own pages (ruling 14). */
  readonly sites: Readonly<Record<Locale, string | null>>
  /** The proxies whose forwarded headers the server trusts: their number, or their addresses. */
  readonly trustProxy: false | number | readonly string[]
  /** The encryption keys, in the format of SECRET_KEYS; null: those of the key file under dataDir. */
  readonly secretKeys: string | null
  readonly sandbox: boolean
  /** The URL that receives the sandbox's messages; null: the sandbox answers them itself. */
  readonly sandboxSink: string | null
  /** Milliseconds after which the sandbox's mainland carriers answer a filing; 0: at once. */
  readonly sandboxFilingAfter: number
  /** Milliseconds for which the breaker of a customer's channel is open at first (screens S1). */
  readonly breakerPause: number
  /** In sandbox mode the caps of the trust levels are off unless strict (semantics of trust). */
  readonly trust: 'strict' | 'relaxed'
  readonly seed: 'demo' | 'none'
  readonly production: boolean
  readonly logLevel: LogLevel
  /** The bearer token that /metrics needs; null: only this machine reads them. */
  readonly metricsToken: string | null
  /** The SMTP server with name and password; null: mail stays in the sandbox's inbox. */
  readonly smtpUrl: string | null
  /** The From header of every email. */
  readonly mailFrom: string
  /**
   * Base addresses of the avatar service of each partition, which a hash is appended to; null draws every avatar
   * locally (ruling 26).
   */
  readonly avatars: { readonly us: string | null; readonly cn: string | null }
  /** The object storage of customers' files; null: the folder `files` under dataDir. */
  readonly s3: S3Settings | null
  /** The address in front of public files, without a trailing slash; null: our own. */
  readonly cdnUrl: string | null
  readonly payments: PaymentConfig
  /** The seller that documents name, by partition. */
  readonly sellers: Sellers
  /** The end of the cashback campaign (ruling 5). */
  readonly cashbackUntil: Date
  readonly codeBudget: CodeBudget
  /** The file of the mainland carriers' opt-out lines; null: the one that comes along. */
  readonly optOutFile: string | null
  /** The gift to a new account, in its currency; null: the price of its first messages (ruling 42). */
  readonly signupGift: Micros | null
  /** The addresses that webhooks are sent from, for the firewalls of customers. */
  readonly egressAddresses: readonly string[]
  /** The database that knows the country of an address; null: none is shown. */
  readonly geoipFile: string | null
  readonly support: SupportConfig
}

const { breaker } = upstreams
const webProtocols = ['http:', 'https:']
const TOKEN_LEAST = 16
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Reads every setting once. Throws a StartError with one sentence for the operator. */
export function readConfig(env: Environment, cwd: string, now = new Date()): Config {
  const production = text(env, 'NODE_ENV') === 'production'
  const sandbox = sandboxMode(flag(env, 'SANDBOX'), production)
  const publicUrl = address(env, 'PUBLIC_URL', webProtocols)
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const host = text(env, 'HOST') ?? (sandbox ? '127.0.0.1' : '0.0.0.0')
  const ownAddress = publicUrl === null ? null : withoutSlash(publicUrl)
  const live = isLive({ production, sandbox, publicUrl: ownAddress, host })
  const config: Config = {
    role: choice(env, 'ROLE', roles, 'all'),
    dataDir: path.resolve(cwd, text(env, 'DATA_DIR') ?? '.data'),
    databaseUrl: databaseUrl?.href ?? null,
    host,
    port: integer(env, 'PORT', [0, 65_535], 3000),
    publicUrl: ownAddress,
    https: publicUrl?.protocol === 'https:',
    sites: { [Locale.English]: site(env, 'SITE_URL'), [Locale.SimplifiedChinese]: site(env, 'SITE_URL_CN') },
    trustProxy: proxies(text(env, 'TRUST_PROXY')),
    secretKeys: text(env, 'SECRET_KEYS'),
    sandbox,
    sandboxSink: address(env, 'SANDBOX_SINK', webProtocols)?.href ?? null,
    sandboxFilingAfter: integer(env, 'SANDBOX_FILING_SECONDS', [0, 7 * 24 * 60 * 60], 0) * 1_000,
    breakerPause:
      integer(env, 'BREAKER_SECONDS', [1, breaker.longestPause / SECOND], breaker.firstPause / SECOND) * SECOND,
    trust: choice(env, 'TRUST', ['strict', 'relaxed'], sandbox ? 'relaxed' : 'strict'),
    seed: choice(env, 'SEED', ['demo', 'none'], sandbox ? 'demo' : 'none'),
    production,
    logLevel: choice(env, 'LOG_LEVEL', logLevels, 'info'),
    metricsToken: text(env, 'METRICS_TOKEN'),
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:'])?.href ?? null,
    mailFrom: text(env, 'MAIL_FROM') ?? `Hongyan <no-reply@${publicUrl?.hostname ?? 'localhost'}>`,
    avatars: {
      us: avatarBase(env, 'AVATAR_URL', 'https://www.gravatar.com/avatar/'),
      cn: avatarBase(env, 'AVATAR_URL_CN', 'https://cravatar.cn/avatar/'),
    },
    s3: readStorage(env),
    cdnUrl: site(env, 'CDN_URL'),
    payments: readPayments(env, { cwd, publicUrl, live }),
    sellers: readSellers(env, cwd),
    cashbackUntil: readCashbackUntil(env, sandbox, now),
    codeBudget: readCodeBudget(env),
    optOutFile: file(env, 'CN_OPTOUT_FILE', cwd),
    signupGift: amount(env, 'SIGNUP_GIFT'),
    egressAddresses: (text(env, 'EGRESS_ADDRESSES') ?? '').split(',').flatMap((part) => part.trim() || []),
    geoipFile: file(env, 'GEOIP_FILE', cwd),
    support: readSupport(env, sandbox),
  }
  refuseContradictions(config)
  return config
}

export const isLoopback = (url: string): boolean => loopbackHosts.has(new URL(url).hostname)

/**
 * True in sandbox mode at an address that only this machine can reach: there every visitor may read codes and pay
 * without money. Without a public address the listening address counts; behind a container's port, PUBLIC_URL states
 * that it is this machine.
 */
export const isSandboxOpen = ({ sandbox, publicUrl, host }: Pick<Config, 'sandbox' | 'publicUrl' | 'host'>): boolean =>
  sandbox && (publicUrl === null ? loopbackHosts.has(host) : isLoopback(publicUrl))

/** True where real money moves: production whose sandbox services are not open. */
export const isLive = (config: Pick<Config, 'production' | 'sandbox' | 'publicUrl' | 'host'>): boolean =>
  config.production && !isSandboxOpen(config)

function file(env: Environment, name: string, cwd: string): string | null {
  const value = text(env, name)
  return value === null ? null : path.resolve(cwd, value)
}

/** The sandbox is the only upstream so far, so it is on by default. */
function sandboxMode(setting: boolean | null, production: boolean): boolean {
  if (setting === null && production) {
    throw new StartError(
      'NODE_ENV=production needs a real upstream, and none is configured; set SANDBOX=1 to run the sandbox on purpose.',
    )
  }
  return setting ?? true
}

function refuseContradictions(config: Config): void {
  if (config.databaseUrl !== null && config.secretKeys === null) {
    throw new StartError('DATABASE_URL needs SECRET_KEYS as well, because the keys must outlive this machine.')
  }
  if (config.role !== 'all' && config.databaseUrl === null) {
    throw new StartError(`ROLE=${config.role} needs DATABASE_URL, because other processes use the same database.`)
  }
  if (config.metricsToken !== null && config.metricsToken.length < TOKEN_LEAST) {
    throw new StartError(`METRICS_TOKEN must have at least ${TOKEN_LEAST} characters.`)
  }
  if (config.sandboxSink !== null && !config.sandbox) {
    throw new StartError('SANDBOX_SINK is set, but SANDBOX=0 leaves nothing that would hand over to it.')
  }
  if (config.trust === 'relaxed' && !config.sandbox) {
    throw new StartError('TRUST=relaxed is for the sandbox alone, but SANDBOX=0 is set.')
  }
  if (config.publicUrl !== null && new URL(config.publicUrl).pathname !== '/') {
    throw new StartError('PUBLIC_URL must not have a path: the console is served at the root of its host.')
  }
  if (config.publicUrl !== null && Object.values(config.sites).includes(config.publicUrl)) {
    throw new StartError('SITE_URL and SITE_URL_CN must not be PUBLIC_URL: without them the documentation is here.')
  }
}

function proxies(value: string | null): Config['trustProxy'] {
  if (value === null || value === '0') return false
  return /^\d+$/.test(value) ? Number(value) : value.split(',').map((entry) => entry.trim())
}

function site(env: Environment, name: string): string | null {
  const url = address(env, name, webProtocols)
  return url === null ? null : withoutSlash(url)
}

function avatarBase(env: Environment, name: string, fallback: string): string | null {
  if (text(env, name) === 'none') return null
  return address(env, name, webProtocols)?.href ?? fallback
}

const withoutSlash = (url: URL): string => url.href.replace(/\/$/, '')
