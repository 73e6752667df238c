import { exportFilters } from '@hongyan/contract/endpoints/messaging/exports'
import { logs } from '@hongyan/contract/limits/messaging'
import { DAY } from '@hongyan/contract/durations'
import type { WebhookEndpointId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { exportColumns } from '@hongyan/contract/vocabulary/export'
import type { WebhookFailure } from '@hongyan/contract/vocabulary/webhook'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import type { Labels, Place, Reader, Scope, Source, Value } from '../../../exports/source.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { webhookIdOf } from '../../../webhooks/log.ts'

/** Tries that one statement looks at. */
const AT_ONCE = 5_000

interface TryRow {
  readonly endpoint: WebhookEndpointId
  readonly name: string
  readonly delivery: string
  readonly nr: number
  readonly at: Date
  readonly url: string
  readonly type: string
  readonly message: string | null
  readonly events: number
  readonly code: number | null
  readonly failure: WebhookFailure | null
  readonly latency: number | null
}

/** The tries `t` behind a place: $3 to $5 are its endpoint, delivery and number. $2 is the only endpoint, or null. */
const BEHIND = `t.account_id = $1 and ($2::uuid is null or t.endpoint_id = $2)
    and (t.endpoint_id, t.delivery_id, t.nr) > ($3::uuid, $4::uuid, $5::smallint)`
const IN_ORDER = `order by t.endpoint_id, t.delivery_id, t.nr`

/** The try at which a step ends. */
const LAST = statement(
  'webhook_try.export_step',
  `select t.endpoint_id as endpoint, t.delivery_id as delivery, t.nr from webhook_try t where ${BEHIND} ${IN_ORDER}
    offset ${AT_ONCE - 1} limit 1`,
)
/** $6 to $8 are the try at which the step ends, $9 and $10 the moments, $11 to $13 the filters of the page. */
const STEP = `from webhook_try t join webhook_endpoint e on e.account_id = t.account_id and e.id = t.endpoint_id
     join webhook_delivery d on d.account_id = t.account_id and d.endpoint_id = t.endpoint_id and d.id = t.delivery_id
   where ${BEHIND} and ($6::uuid is null or (t.endpoint_id, t.delivery_id, t.nr) <= ($6, $7::uuid, $8::smallint))
     and t.at >= $9 and t.at < $10 and ($11::smallint is null or d.state = $11) and ($12::text is null or d.type = $12)
     and ($13::uuid is null or d.messages @> array[$13::uuid])`
const COUNT = statement('webhook_try.export_count', `select count(*)::integer as rows ${STEP}`)
const READ = statement(
  'webhook_try.export_read',
  `select t.endpoint_id as endpoint, e.name, t.delivery_id as delivery, t.nr, t.at, t.url, d.type, d.message_id as message,
     d.events, t.code, t.failure, t.latency_ms as latency ${STEP} ${IN_ORDER}`,
)
const MOMENTS = statement(
  'account.days',
  `select $2::date::timestamp at time zone time_zone as "from", ($3::date + 1)::timestamp at time zone time_zone as "to"
    from account where id = $1`,
)

const columns: Readonly<Record<keyof typeof exportColumns.webhooks, (row: TryRow) => Value>> = {
  at: ({ at }) => at.getTime(),
  endpoint: ({ name }) => name,
  event: ({ type }) => type,
  events: ({ events }) => events,
  message_id: ({ message }) => message,
  webhook_id: ({ delivery }) => webhookIdOf(delivery),
  attempt: ({ nr }) => nr,
  result: ({ failure }) => failure ?? 'delivered',
  code: ({ code }) => code,
  latency_ms: ({ latency }) => latency,
  url: ({ url }) => url,
}

type Results = Readonly<Record<WebhookFailure | 'delivered', string>>

const english: Results = {
  delivered: 'Delivered',
  status: 'Unsuccessful status',
  redirect: 'Redirected',
  private: 'Private address',
  unresolved: 'Host not found',
  refused: 'Connection refused',
  tls: 'Invalid certificate',
  timeout: 'Timed out',
  aborted: 'Connection closed',
  too_large: 'Response too large',
  lost: 'Our server stopped before the response',
  internal: 'Our server couldn’t send it',
}
const chinese: Results = {
  delivered: '推送成功',
  status: '非成功状态码',
  redirect: '发生重定向',
  private: '内网地址',
  unresolved: '域名无法解析',
  refused: '连接被拒绝',
  tls: '证书无效',
  timeout: '响应超时',
  aborted: '连接中断',
  too_large: '响应过大',
  lost: '我方服务在收到响应前停止',
  internal: '我方服务未能发出请求',
}

const labels = (language: Locale): Labels => {
  const results: Readonly<Record<string, string>> = language === 'zh-CN' ? chinese : english
  return { result: (value) => results[value] ?? String(value) }
}

type Key = Pick<TryRow, 'endpoint' | 'delivery' | 'nr'>
type Parameters = readonly (string | number | null)[]

const NIL = '00000000-0000-0000-0000-000000000000'
const START: Parameters = [NIL, NIL, 0]
const NO_END: Parameters = [null, null, null]

const partsOf = ({ endpoint, delivery, nr }: Key): Parameters => [endpoint, delivery, nr]
const placeOf = (last: Key | null): Place => last && partsOf(last).join(' ')
const behind = (place: Place): Parameters => place?.split(' ') ?? START

/** The moments at which the days of a scope begin and end. A try of the export's own millisecond belongs to it, no later one. */
async function momentsOf(db: Tx, { account, from, to, before }: Scope): Promise<readonly [from: Date, to: Date]> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days > logs.maxDays) throw new Refusal('range_too_wide', { field: 'from' })
  const [found] = await db.run<{ readonly from: Date; readonly to: Date }>(MOMENTS, [account, from, to])
  if (found === undefined) throw new Refusal('not_found')
  const end = new Date(before.getTime() + 1)
  return [found.from, found.to < end ? found.to : end]
}

async function readerOf(db: Tx, scope: Scope): Promise<Reader> {
  const { endpoint, status, type, message } = exportFilters.webhooks.parse(scope.filters)
  const moments = await momentsOf(db, scope)
  const filters = [status ?? null, type ?? null, message ?? null]
  const step = async (place: Place) => {
    const key = [scope.account, endpoint ?? null, ...behind(place)]
    const [last = null] = await db.run<Key>(LAST, key)
    const parameters = [...key, ...(last === null ? NO_END : partsOf(last)), ...moments, ...filters]
    return { parameters, place: placeOf(last), isEnd: last === null }
  }
  return {
    count: async (from) => {
      const { parameters, place, isEnd } = await step(from)
      const [counted] = await db.run<{ readonly rows: number }>(COUNT, parameters)
      return { rows: counted?.rows ?? 0, place, isEnd }
    },
    read: async (from, { columns: names }) => {
      const { parameters, place, isEnd } = await step(from)
      const tries = await db.run<TryRow>(READ, parameters)
      const rows = tries.map((row) =>
        names.map((name) => (columns as Readonly<Record<string, (row: TryRow) => Value>>)[name]?.(row) ?? null),
      )
      return { rows, done: rows.length, place, isEnd }
    },
  }
}

/** The tries of an account's webhooks, endpoint by endpoint, oldest delivery first. */
export const exportedWebhooks = (pool: Pool): Source => ({
  open: (scope) => readerOf(alone(pool), scope),
  labels,
})
