import type { Incident } from '@hongyan/contract/endpoints/support/status'
import type { IncidentId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import { Locale, type Partition } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import type { IncidentSeverity, IncidentState } from '@hongyan/contract/vocabulary/support'
import { statement, type Tx } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'

/** A text in both languages. */
export type Both = Readonly<Record<Locale, string>>

export interface NewIncident {
  readonly severity: IncidentSeverity
  readonly title: Both
  /** Empty: all countries, all channels. */
  readonly countries: readonly string[]
  readonly channels: readonly MessageChannel[]
  /** Null: both partitions. */
  readonly partition: Partition | null
  readonly startedAt: Date
}

export interface NewUpdate {
  readonly at: Date
  readonly state: IncidentState
  readonly text: Both
  readonly by: string
}

/** The most incidents that a reader gets, and the most updates of each: the newest ones. */
const SHOWN = 50
const SHOWN_UPDATES = 30

const OPEN = statement(
  'incident.open',
  `insert into incident (id, severity, state, title_en, title_zh, countries, channels, partition, started_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

const ADD_UPDATE = statement(
  'incident_update.add',
  `with changed as (
     update incident set state = $4, closed_at = case when $4 = 'closed' then $3::timestamptz end
      where id = $1 and state <> 'closed' returning id
   )
   insert into incident_update (incident_id, id, at, state, text_en, text_zh, by)
   select id, $2, $3, $4, $5, $6, $7 from changed returning id`,
)

/** Announces an incident with its first update. */
export async function openIncident(tx: Tx, incident: NewIncident, first: NewUpdate): Promise<IncidentId> {
  const id = uuidv7(first.at) as IncidentId // an id that is made here
  const { severity, title, countries, channels, partition, startedAt } = incident
  const [en, zh] = [title[Locale.English], title[Locale.SimplifiedChinese]]
  await tx.run(OPEN, [id, severity, first.state, en, zh, countries, channels, partition, startedAt])
  await addUpdate(tx, id, first)
  return id
}

/** Adds an update to an open incident; one of the state `closed` closes it. False where none is open. */
export async function addUpdate(tx: Tx, id: IncidentId, { at, state, text, by }: NewUpdate): Promise<boolean> {
  const [en, zh] = [text[Locale.English], text[Locale.SimplifiedChinese]]
  return (await tx.run(ADD_UPDATE, [id, uuidv7(at), at, state, en, zh, by])).length > 0
}

const LIST = statement(
  'incident.list',
  `select i.*, coalesce(u.updates, '[]') as updates from incident i left join lateral (
     select json_agg(json_build_object('at', n.at, 'state', n.state, 'en', n.text_en, 'zh-CN', n.text_zh, 'by', n.by)
       order by n.id desc) as updates
     from (select * from incident_update where incident_id = i.id order by id desc limit ${SHOWN_UPDATES}) n
   ) u on true
   where (i.partition is null or $1::text is null or i.partition = $1) and (i.closed_at is null or i.closed_at > $2)
   order by i.closed_at is not null, i.started_at desc, i.id desc limit ${SHOWN}`,
)

export interface IncidentRow {
  readonly id: IncidentId
  readonly severity: IncidentSeverity
  readonly state: IncidentState
  readonly title_en: string
  readonly title_zh: string
  readonly countries: string[]
  readonly channels: MessageChannel[]
  readonly partition: Partition | null
  readonly started_at: Date
  readonly closed_at: Date | null
  /** Newest first. */
  readonly updates: readonly ({ readonly at: string; readonly state: IncidentState; readonly by: string } & Both)[]
}

/** The incidents of a partition, or of both: open ones first, then those that closed in the last two weeks. */
export const listIncidents = (tx: Tx, partition: Partition | null, now: Date): Promise<readonly IncidentRow[]> =>
  tx.run<IncidentRow>(LIST, [partition, new Date(now.getTime() - limits.incidentFor)])

export const presentIncident = (row: IncidentRow, locale: Locale): Incident => ({
  id: row.id,
  severity: row.severity,
  state: row.state,
  title: locale === Locale.English ? row.title_en : row.title_zh,
  countries: row.countries,
  channels: row.channels,
  started_at: row.started_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
  updates: row.updates.map(({ at, state, ...texts }) => ({
    at: new Date(at).toISOString(),
    state,
    text: texts[locale],
  })),
})
