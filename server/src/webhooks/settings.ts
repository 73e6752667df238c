import { DAY } from '@hongyan/contract/durations'
import type { SavedEndpoint, SmsDlr, WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { type AccountId, WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import {
  finalStatuses,
  messageEvents,
  otherEvents,
  type WebhookDisabledReason,
  type WebhookState,
} from '@hongyan/contract/vocabulary/webhook'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { openHeaders, openSecret, sealHeaders, sealSecret } from './sealed.ts'
import type { WebhookSender } from './sender.ts'
import { newSecret } from './signature.ts'

export interface WebhookDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly sender: WebhookSender
  /** Demands https and public hosts. */
  readonly strict: boolean
  /** The addresses that requests come from, for the customer's firewall. */
  readonly egress: readonly string[]
}

interface EndpointRow extends Omit<SavedEndpoint, 'headers' | 'id' | 'on' | 'failover_url'> {
  readonly id: WebhookEndpointId
  readonly account_id: AccountId
  readonly failover_url: string | null
  readonly is_on: boolean
  readonly header_names: readonly string[]
  readonly sealed_headers: string
  readonly sealed_secret: string
  readonly old_secret_until: Date | null
  readonly disabled_reason: WebhookDisabledReason | null
  readonly disabled_at: Date | null
  readonly failing_since: Date | null
  readonly succeeded_at: Date | null
  readonly created_at: Date
  readonly waiting: number
  readonly waiting_since: Date | null
}

const WAITING_MOST = 10_000

const READ = `select e.*, (select count(*)::integer from (
     select from webhook_due d where d.account_id = e.account_id and d.endpoint_id = e.id limit ${WAITING_MOST}
   ) w) as waiting,
     (select d.at from webhook_due d where d.account_id = e.account_id and d.endpoint_id = e.id order by d.id limit 1)
       as waiting_since
   from webhook_endpoint e where e.account_id = $1`
const LIST = statement('webhook_endpoint.list', `${READ} order by e.nr`)
const FIND = statement('webhook_endpoint.find', `${READ} and e.id = $2`)
const VERSION = statement('webhook_setting.version', `select version from webhook_setting where account_id = $1`)

/** Takes the next version, where the caller has the current one. */
const NEXT_VERSION = statement(
  'webhook_setting.next',
  `insert into webhook_setting as s (account_id, version) values ($1, 1)
   on conflict (account_id) do update set version = s.version + 1 where s.version = $2
   returning version`,
)

const stateOf = ({ is_on: isOn, disabled_at: disabled, failing_since: failing }: EndpointRow): WebhookState => {
  if (disabled !== null) return 'disabled'
  if (!isOn) return 'off'
  return failing === null ? 'on' : 'failing'
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

const present = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  name: row.name,
  url: row.url,
  failover_url: row.failover_url,
  on: row.is_on,
  format: row.format,
  envelope: row.envelope,
  messages: row.messages,
  groups: [...row.groups],
  scenes: [...row.scenes],
  countries: [...row.countries],
  batch: row.batch,
  schedule: row.schedule,
  tries: row.tries,
  rate: row.rate,
  headers: row.header_names.map((name) => ({ name, value: null })),
  signed: row.signed,
  state: stateOf(row),
  disabled_reason: row.disabled_reason,
  disabled_at: moment(row.disabled_at),
  failing_since: moment(row.failing_since),
  succeeded_at: moment(row.succeeded_at),
  waiting: row.waiting,
  waiting_until: row.waiting_since && moment(new Date(row.waiting_since.getTime() + limits.keptDays * DAY)),
  old_secret_until: moment(row.old_secret_until),
  created_at: row.created_at.toISOString(),
})

/** All endpoints of an account. */
export async function readSettings({ pool, strict, egress }: WebhookDeps, account: AccountId): Promise<SmsDlr> {
  const db = alone(pool)
  const [[row], rows] = await Promise.all([
    db.run<{ readonly version: number }>(VERSION, [account]),
    db.run<EndpointRow>(LIST, [account]),
  ])
  return { version: row?.version ?? 0, endpoints: rows.map(present), egress: [...egress], strict }
}

async function findRow(tx: Tx, account: AccountId, id: WebhookEndpointId): Promise<EndpointRow> {
  const [row] = await tx.run<EndpointRow>(FIND, [account, id])
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const findEndpoint = async (
  { pool }: Pick<WebhookDeps, 'pool'>,
  account: AccountId,
  id: WebhookEndpointId,
): Promise<WebhookEndpoint> => present(await findRow(alone(pool), account, id))

/** The event types that an endpoint's choice stands for; none while it is off. */
function typesOf({ on, messages, groups }: SavedEndpoint): readonly string[] {
  if (!on) return []
  const ofMessages = Object.entries(messageEvents)
    .filter(([, status]) => messages === 'every' || (messages === 'final' && finalStatuses.includes(status)))
    .map(([type]) => type)
  return [...ofMessages, ...groups.flatMap((group) => otherEvents[group])]
}

const REFUSALS = { private: 'url_private', tls: 'tls_invalid' } as const

/** Refuses an address that requests may not go to, or that nothing answers at. */
async function checkUrl({ sender, strict }: WebhookDeps, url: string, field: string): Promise<void> {
  if (strict && !url.toLowerCase().startsWith('https://')) throw new Refusal('url_not_https', { field })
  const failure = await sender.check(url)
  if (failure === null) return
  const code = failure === 'private' || failure === 'tls' ? REFUSALS[failure] : 'url_unreachable'
  throw new Refusal(code, { field })
}

const UPSERT = statement(
  'webhook_endpoint.save',
  `insert into webhook_endpoint as e (account_id, id, nr, name, url, failover_url, is_on, format, envelope, messages, groups,
     scenes, countries, batch, schedule, tries, rate, header_names, sealed_headers, signed, sealed_secret, types, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
   on conflict (account_id, id) do update set nr = excluded.nr, name = excluded.name, url = excluded.url,
     failover_url = excluded.failover_url, is_on = excluded.is_on, format = excluded.format, envelope = excluded.envelope,
     messages = excluded.messages, groups = excluded.groups, scenes = excluded.scenes, countries = excluded.countries,
     batch = excluded.batch, schedule = excluded.schedule, tries = excluded.tries, rate = excluded.rate,
     header_names = excluded.header_names, sealed_headers = excluded.sealed_headers, signed = excluded.signed,
     types = excluded.types,
     disabled_at = case when e.url = excluded.url then e.disabled_at end,
     disabled_reason = case when e.url = excluded.url then e.disabled_reason end,
     failures = case when e.url = excluded.url then e.failures else 0 end,
     failing_since = case when e.url = excluded.url then e.failing_since end,
     alerts = case when e.url = excluded.url then e.alerts else 0 end,
     probe_at = case when e.url = excluded.url then e.probe_at end,
     paused_until = case when e.url = excluded.url then e.paused_until end`,
)

/**
 * Looks at the oldest events alone, as many as are counted: millions may wait for a disabled endpoint. A claim drops the
 * others once they come up.
 */
const DROP_UNWANTED = statement(
  'webhook_due.drop_unwanted',
  `delete from webhook_due where account_id = $1 and endpoint_id = $2 and id = any(array(
     select o.id from (
       select id, type from webhook_due where account_id = $1 and endpoint_id = $2 order by id limit ${WAITING_MOST}
     ) o where not o.type = any($3::text[])
   ))`,
)

/** The upkeep deletes what an endpoint leaves. Until then nothing sends, lists or replays it: all of that asks for this row. */
const REMOVE = statement(
  'webhook_endpoint.remove',
  'delete from webhook_endpoint where account_id = $1 and not id = any($2::uuid[])',
)

/**
 * Replaces the endpoints of an account. Addresses that are new are called before, so that a wrong one is refused while
 * its author looks at it.
 */
export async function saveSettings(
  deps: WebhookDeps,
  account: AccountId,
  { version, endpoints }: { readonly version: number; readonly endpoints: readonly SavedEndpoint[] },
): Promise<SmsDlr> {
  const { pool, clock, secrets } = deps
  if (endpoints.length > limits.endpoints) throw new Refusal('too_many_endpoints', { field: 'endpoints' })
  const before = await readSettings(deps, account)
  if (before.version !== version) throw new Refusal('state_conflict', { details: { current: before } })
  const known = new Map(before.endpoints.map((endpoint) => [endpoint.id, endpoint]))
  for (const [nr, { id, url, failover_url: failover }] of endpoints.entries()) {
    const stored = id === undefined ? undefined : known.get(id)
    if (id !== undefined && stored === undefined) throw new Refusal('not_found', { field: `endpoints[${nr}].id` })
    if (url !== stored?.url) await checkUrl(deps, url, `endpoints[${nr}].url`)
    if (failover !== null && failover !== stored?.failover_url) {
      await checkUrl(deps, failover, `endpoints[${nr}].failover_url`)
    }
  }
  const now = clock.now()
  await inTransaction(pool, async (tx) => {
    const taken = await tx.run(NEXT_VERSION, [account, version])
    if (taken.length === 0 || (version === 0 && before.version !== 0)) throw new Refusal('state_conflict')
    const kept: string[] = []
    for (const [nr, endpoint] of endpoints.entries()) {
      const id = endpoint.id ?? WebhookEndpointId.parse(uuidv7(now))
      const row = endpoint.id === undefined ? null : await findRow(tx, account, id)
      kept.push(id)
      await tx.run(UPSERT, [
        account,
        id,
        nr,
        endpoint.name,
        endpoint.url,
        endpoint.failover_url,
        endpoint.on,
        endpoint.format,
        endpoint.envelope,
        endpoint.messages,
        endpoint.groups,
        endpoint.scenes,
        endpoint.countries,
        endpoint.batch,
        endpoint.schedule,
        endpoint.tries,
        endpoint.rate,
        endpoint.headers.map(({ name }) => name),
        sealHeaders(secrets, id, headersOf(secrets, endpoint, row, nr)),
        endpoint.signed,
        row?.sealed_secret ?? sealSecret(secrets, id, newSecret()),
        typesOf(endpoint),
        now,
      ])
      // Of an endpoint that is switched off, what it will want again stays.
      const wanted = typesOf({ ...endpoint, on: true })
      const stored = known.get(id)
      const isNarrower = stored !== undefined && typesOf({ ...stored, on: true }).some((type) => !wanted.includes(type))
      if (isNarrower) await tx.run(DROP_UNWANTED, [account, id, wanted])
    }
    await tx.run(REMOVE, [account, kept])
  })
  return readSettings(deps, account)
}

/** The headers with the stored values of those that keep theirs. */
function headersOf(
  secrets: SecretBox,
  { headers }: SavedEndpoint,
  row: EndpointRow | null,
  nr: number,
): readonly (readonly [string, string])[] {
  const stored = new Map(row === null ? [] : openHeaders(secrets, { id: row.id, sealedHeaders: row.sealed_headers }))
  return headers.map(({ name, value }, index) => {
    const kept = value ?? stored.get(name)
    if (kept === undefined) throw new Refusal('invalid_request', { field: `endpoints[${nr}].headers[${index}].value` })
    return [name, kept] as const
  })
}

/** The secret that signs the requests of an endpoint. */
export async function readSecret(
  { pool, secrets }: WebhookDeps,
  account: AccountId,
  id: WebhookEndpointId,
): Promise<string> {
  const { sealed_secret: sealed } = await findRow(alone(pool), account, id)
  return openSecret(secrets, id, sealed)
}

const ROTATE = statement(
  'webhook_endpoint.rotate',
  `update webhook_endpoint set sealed_old_secret = sealed_secret, sealed_secret = $3, old_secret_until = $4
    where account_id = $1 and id = $2`,
)

/** Makes a new secret. The old one signs beside it for a day. */
export async function rotateSecret(
  { pool, clock, secrets }: WebhookDeps,
  account: AccountId,
  id: WebhookEndpointId,
): Promise<string> {
  const db = alone(pool)
  await findRow(db, account, id)
  const secret = newSecret()
  const until = new Date(clock.now().getTime() + limits.oldSecretFor)
  await db.run(ROTATE, [account, id, sealSecret(secrets, id, secret), until])
  return secret
}

const SWITCH = statement(
  'webhook_endpoint.switch',
  `update webhook_endpoint set is_on = $3, types = $4, disabled_at = null, disabled_reason = null, paused_until = null,
     failing_since = null, failures = 0, alerts = 0, probe_at = null
    where account_id = $1 and id = $2`,
)

/** Switches an endpoint on or off. Takes a new version, so that a form which is open elsewhere notices. */
export async function switchEndpoint(
  deps: WebhookDeps,
  account: AccountId,
  id: WebhookEndpointId,
  on: boolean,
): Promise<WebhookEndpoint> {
  const { version } = await readSettings(deps, account)
  await inTransaction(deps.pool, async (tx) => {
    if ((await tx.run(NEXT_VERSION, [account, version])).length === 0) throw new Refusal('state_conflict')
    const row = present(await findRow(tx, account, id))
    await tx.run(SWITCH, [account, id, on, typesOf({ ...row, on, headers: [] })])
  })
  return findEndpoint(deps, account, id)
}
