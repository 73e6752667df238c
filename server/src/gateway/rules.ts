import { createSecretKey, type KeyObject } from 'node:crypto'
import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { type RetentionDays, smsConfiguration } from '@hongyan/contract/limits/messaging'
import {
  type AccountStatus,
  type Currency,
  homeCountry,
  type Partition,
  TrustLevel,
} from '@hongyan/contract/vocabulary/account'
import type { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { scenesOfType, scenesOfUnverified, type VerificationType } from '@hongyan/contract/vocabulary/verification'
import { type Tx, statement } from '../db/tx.ts'
import type { IpRules } from '../pipeline/ip-rules.ts'
import type { Configured, Rules, Sender } from '../pipeline/message.ts'
import type { AccountRouting } from '../pipeline/route.ts'
import { RATE_OF_ACCOUNT } from './account-rate.ts'
import { createIpSnapshots, IP_COLUMNS, type IpRow } from './ip-snapshots.ts'
import { isStandardAlone, ROUTING_COLUMN, type RoutingRow, routingOf } from './account-routing.ts'
import { rateLimitsOf, type StoredLimits } from '../pipeline/rate-limits.ts'

/** A credential as the send API needs it, with the rules of its account. */
export interface KnownCredential {
  readonly id: CredentialId
  readonly mode: AuthMode
  readonly type: CredentialType
  readonly scene: MessageScene
  readonly secret: KeyObject
  /** Keys the hashes of the account's recipients. */
  readonly hashKey: KeyObject
  /** The account's recipient list has entries, so that its recipients must be looked up. */
  readonly hasRecipientList: boolean
  /** The addresses that may call; null where all may. */
  readonly ip: IpRules | null
  readonly rules: Rules
}

/** An account's rules, the key of the hashes of its recipients, and whether it has a list of them. */
export type KnownAccount = Pick<KnownCredential, 'hashKey' | 'hasRecipientList' | 'rules'>

interface AccountRow {
  account: AccountId
  hashKey: Buffer
  partition: Partition
  currency: Currency
  status: AccountStatus
  level: TrustLevel
  rate: number
  wildcard: unknown
  payForDelivered: boolean
  phone: string | null
  zone: string
  house: boolean
  /** The type of the verification in force. */
  verifiedAs: VerificationType | null
  /** The countries that the owner enabled, sorted and separated by a space; null where there is none. */
  countries: string | null
  signature: string | null
  validitySeconds: number | null
  retentionDays: RetentionDays | null
  sendsUnfiled: boolean | null
  hasRecipientList: boolean
  senders: readonly Sender[] | null
  /** The limits that the owner set and switched on. */
  limits: StoredLimits | null
  smpp: unknown
  /** Null before the first version of its rules. */
  routing: RoutingRow | null
}

interface Row extends AccountRow, IpRow {
  id: CredentialId
  mode: AuthMode
  type: CredentialType
  scene: MessageScene
  sealedSecret: string
}

const OF_ACCOUNT = `a.id as account, a.hash_key as "hashKey", a.partition, a.currency, a.status, a.level, ${RATE_OF_ACCOUNT} as rate,
     a.sms_wildcard as wildcard, a.pay_for_delivered as "payForDelivered", a.phone,
     a.time_zone as zone, a.house, s.signature,
     (select v.type from verification v where v.account_id = a.id and v.status = 4) as "verifiedAs",
     (select string_agg(e.country, ' ' order by e.country) from sending_country e where e.account_id = a.id) as countries,
     s.validity_seconds as "validitySeconds", s.retention_days as "retentionDays",
     s.sends_unfiled as "sendsUnfiled",
     exists (select from listed_recipient l where l.account_id = a.id) as "hasRecipientList",
     (select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'status', g.status, 'mainland', g.mainland,
        'international', g.international, 'scenes', g.scenes, 'isDefault', g.is_default,
        'expiresAt', (extract(epoch from g.expires_at) * 1000)::bigint, 'checkedAt', (extract(epoch from g.checked_at) * 1000)::bigint, 'isFiled', (
          select count(*) from filing f where f.account_id = g.account_id and f.subject_id = g.id
            and f.version = g.version and f.state = 'filed') = ${mainlandCarriers.length}) order by g.id)
      from signature g where g.account_id = a.id) as senders,
     (select to_jsonb(r) from rate_limiting r where r.account_id = a.id and r.enabled) as limits,
     a.sms_smpp as smpp, ${ROUTING_COLUMN}`

const FIND = statement(
  'rules.find',
  `select ${OF_ACCOUNT}, c.id, c.mode, c.type, c.scene, c.sealed_secret as "sealedSecret", ${IP_COLUMNS}
   from credential c join account a on a.id = c.account_id left join sms_configuration s on s.account_id = a.id
     left join ip_restriction r on r.account_id = a.id and r.enabled
   where c.key = $1`,
)

const FIND_ACCOUNT = statement(
  'rules.account',
  `select ${OF_ACCOUNT} from account a left join sms_configuration s on s.account_id = a.id where a.id = $1`,
)

const CHANGED = statement(
  'rules.changed',
  `select id from account where changed_at > now() - make_interval(secs => $1)`,
)

/** Specification section 3: a list that can include signature and template, or any truthy value meaning both. */
export function wildcardOf(value: unknown): Rules['wildcard'] {
  if (Array.isArray(value)) return { signature: value.includes('signature'), template: value.includes('template') }
  return { signature: Boolean(value), template: Boolean(value) }
}

function configuredOf({ signature, validitySeconds, retentionDays }: AccountRow, mayChoose: boolean): Configured {
  return {
    sender: mayChoose ? signature : null,
    validity: validitySeconds === null ? null : validitySeconds * 1_000,
    retentionDays: retentionDays ?? smsConfiguration.retentionDefault,
  }
}

/** Staff may raise an account without a verification. A house account sends the product's own messages. */
function scenesOf({ verifiedAs, level, house }: AccountRow, strictTrust: boolean): readonly MessageScene[] {
  if (verifiedAs !== null) return scenesOfType[verifiedAs]
  return strictTrust && level < TrustLevel.Verified && !house ? scenesOfUnverified : EVERY_SCENE
}

export interface RulesDeps {
  readonly db: Tx
  readonly openSecret: (sealed: string, id: CredentialId) => string
  readonly strictTrust: boolean
  /** The code of the product's own channel. */
  readonly standard: string
  /** Called when an account is let go of, for those that remember more about it. */
  readonly forgotten: (account: AccountId) => void
}

/** Seconds between two reads of changes; each reaches back further, because a change may commit late. */
const POLL_SECONDS = 5
const REACH_SECONDS = 3 * POLL_SECONDS
/** Keys that are not known are remembered for a moment, so that guessing does not reach the database each time. */
const MISS_MILLIS = 1_000
const MAX_REMEMBERED = 200_000
const EVERY_SCENE = Object.values(MessageScene)
const MAX_SETS = 10_000

export interface RulesCache {
  /** The credential with this key, from memory or the database; null where there is none. */
  readonly find: (key: string) => Promise<KnownCredential | null>
  /** An account as it is now, read from the database: for what is sent once in a while. */
  readonly ofAccount: (account: AccountId) => Promise<KnownAccount | null>
  /** Lets go of everything about an account, because something of it has changed. */
  readonly forget: (account: AccountId) => void
  /** Looks in the database for accounts that changed: the way that works when a notification was lost. */
  readonly poll: () => Promise<void>
}

/** One immutable snapshot per credential and account, fresh within five seconds of any change. */
export function createRulesCache({ db, openSecret, strictTrust, standard, forgotten }: RulesDeps): RulesCache {
  const known = new Map<string, Promise<KnownCredential | null>>()
  const keysOf = new Map<AccountId, Set<string>>()

  const addresses = createIpSnapshots()

  /** Accounts with the same countries share one set: most have their home country alone. */
  const sets = new Map<string, ReadonlySet<string>>()

  const countriesOf = ({ partition, countries }: AccountRow): ReadonlySet<string> => {
    const names = countries === null ? homeCountry[partition] : `${homeCountry[partition]} ${countries}`
    const known = sets.get(names)
    if (known !== undefined) return known
    if (sets.size >= MAX_SETS) sets.clear()
    const made = new Set(names.split(' '))
    sets.set(names, made)
    return made
  }

  /** Rules are for accounts that have the page of channels (specification section 6). */
  const routingIn = ({ routing, smpp }: AccountRow, wildcard: Rules['wildcard']): AccountRouting | null => {
    if (routing === null || Boolean(smpp) || wildcard.signature || wildcard.template) return null
    return isStandardAlone(routing) ? null : routingOf(routing, standard)
  }

  const accountOf = (row: AccountRow): KnownAccount => {
    const wildcard = wildcardOf(row.wildcard)
    const rules: Rules = {
      account: row.account,
      partition: row.partition,
      currency: row.currency,
      status: row.status,
      level: row.level,
      rate: row.rate,
      wildcard,
      payForDelivered: row.payForDelivered,
      scenes: scenesOf(row, strictTrust),
      strictTrust,
      countries: row.house ? null : countriesOf(row),
      zone: row.zone,
      provedNumbers: row.phone === null ? [] : [row.phone],
      configured: configuredOf(row, wildcard.signature),
      sendsUnfiled: row.sendsUnfiled ?? false,
      senders: row.senders ?? [],
      rateLimits: row.limits && rateLimitsOf(row.limits),
      routing: routingIn(row, wildcard),
    }
    return { hashKey: createSecretKey(row.hashKey), hasRecipientList: row.hasRecipientList, rules }
  }

  const present = (row: Row): KnownCredential => ({
    id: row.id,
    mode: row.mode,
    type: row.type,
    scene: row.scene,
    secret: createSecretKey(Buffer.from(openSecret(row.sealedSecret, row.id), 'utf8')),
    ip: addresses.of(row.account, row),
    ...accountOf(row),
  })

  const load = async (key: string): Promise<KnownCredential | null> => {
    const [row] = await db.run<Row>(FIND, [key])
    if (!row) {
      setTimeout(() => known.delete(key), MISS_MILLIS).unref()
      return null
    }
    const keys = keysOf.get(row.account) ?? new Set()
    keysOf.set(row.account, keys.add(key))
    return present(row)
  }

  const forget = (account: AccountId): void => {
    for (const key of keysOf.get(account) ?? []) known.delete(key)
    keysOf.delete(account)
    addresses.forget(account)
    forgotten(account)
  }

  return {
    forget,
    async ofAccount(account) {
      const [row] = await db.run<AccountRow>(FIND_ACCOUNT, [account])
      return row ? accountOf(row) : null
    },
    find(key) {
      const found = known.get(key)
      if (found) return found
      if (known.size > MAX_REMEMBERED) {
        known.clear()
        keysOf.clear()
      }
      const loading = load(key)
      known.set(key, loading)
      loading.catch(() => known.delete(key))
      return loading
    },
    async poll() {
      for (const { id } of await db.run<{ id: AccountId }>(CHANGED, [REACH_SECONDS])) forget(id)
    },
  }
}

export const RULES_POLL_MILLIS = POLL_SECONDS * 1_000
