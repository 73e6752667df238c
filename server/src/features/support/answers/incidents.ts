import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Entry } from './rank.ts'

/** An open incident in both languages, with its newest update. */
export interface OpenIncident {
  readonly id: string
  readonly title_en: string
  readonly title_zh: string
  /** Empty: all. */
  readonly countries: readonly string[]
  readonly channels: readonly MessageChannel[]
  readonly text_en: string | null
  readonly text_zh: string | null
}

/** Reads the open incidents of an account's partition, newest first. */
export async function readOpenIncidents(db: Kysely<Schema>, account: AccountId): Promise<readonly OpenIncident[]> {
  const { rows } = await sql<OpenIncident>`select i.id, i.title_en, i.title_zh, i.countries, i.channels,
      u.text_en, u.text_zh from incident i
    join account a on a.id = ${account} and (i.partition is null or i.partition = a.partition)
    left join lateral (select text_en, text_zh from incident_update where incident_id = i.id order by at desc, id desc
      limit 1) u on true
    where i.closed_at is null order by i.started_at desc limit 20`.execute(db)
  return rows
}

export function incidentAnswer(incident: OpenIncident, locale: Locale): Answer {
  const isChinese = locale === 'zh-CN'
  const text = isChinese ? incident.text_zh : incident.text_en
  return {
    kind: 'incident',
    id: incident.id,
    title: isChinese ? incident.title_zh : incident.title_en,
    text: text === null ? [] : [text],
    category: 'delivery',
    path: '/support/status',
  }
}

/** Words that find every incident. */
const ANY = ['incident', 'outage', 'status', 'down', '故障', '中断', '网络状态', '异常']

export const incidentEntry = (incident: OpenIncident, locale: Locale): Entry => ({
  answer: incidentAnswer(incident, locale),
  codes: [incident.id, ...incident.countries],
  keywords: [...ANY, incident.title_en, incident.title_zh],
  weight: 1,
})

interface Affected {
  readonly country: string
  readonly channel: MessageChannel
}

/** True where an incident touches one of some messages. */
export const touches = ({ countries, channels }: OpenIncident, messages: readonly Affected[]): boolean =>
  messages.some(
    ({ country, channel }) =>
      (countries.length === 0 || countries.includes(country)) && (channels.length === 0 || channels.includes(channel)),
  )

/** An incident of every country touches all that send, whatever messages they name. */
export const isEverywhere = ({ countries }: OpenIncident): boolean => countries.length === 0
