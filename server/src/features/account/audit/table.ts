import { auditChangeText } from '@hongyan/contract/audit-fields'
import { actionText } from '@hongyan/contract/audit-actions'
import { errorCause } from '@hongyan/contract/errors'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { AuditActor, AuditOutcome } from '@hongyan/contract/vocabulary/audit'
import { zoneName } from '@hongyan/contract/zone'
import { momentIn } from '../../../kit/format.ts'
import { csvOfPages } from '../../../kit/csv.ts'
import type { EntryRow } from './store.ts'

interface TableTexts {
  readonly headings: (zone: string) => readonly string[]
  readonly actors: Readonly<Record<AuditActor, string>>
  readonly outcomes: Readonly<Record<AuditOutcome, string>>
}

const english: TableTexts = {
  headings: (zone) => [
    `Time: ${zone}`,
    'Time (ISO 8601)',
    'User',
    'Event',
    'Subject',
    'Result',
    'Error',
    'Changes',
    'IP address',
    'Browser',
    'Session',
    'Entry',
  ],
  actors: { owner: 'Owner', visitor: 'Not authenticated', staff: 'Hongyan staff', system: 'System' },
  outcomes: {
    begun: 'In progress',
    done: 'Done',
    challenged: 'Second factor required',
    refused: 'Denied',
    failed: 'Failed',
  },
}

const chinese: TableTexts = {
  headings: (zone) => [
    `时间：${zone}`,
    '时间（ISO 8601）',
    '操作人',
    '操作',
    '对象',
    '结果',
    '错误',
    '变更',
    '来源地址',
    '浏览器',
    '会话',
    '记录 ID',
  ],
  actors: { owner: '账户所有者', visitor: '未认证', staff: '鸿雁工作人员', system: '系统' },
  outcomes: { begun: '进行中', done: '已完成', challenged: '待两步验证', refused: '已拒绝', failed: '失败' },
}

/** Entries that are formatted before requests that came meanwhile have their turn: 15 ms where each has forty changes. */
const FORMATTED_AT_ONCE = 100

/** Pages of entries as CSV with headings, in one language. */
export const entriesTable = (
  pages: AsyncIterable<readonly EntryRow[]>,
  zone: string,
  locale: Locale,
): Promise<string> => csvOfPages(rowsOf(pages, zone, locale))

async function* rowsOf(pages: AsyncIterable<readonly EntryRow[]>, zone: string, locale: Locale) {
  const texts = locale === Locale.SimplifiedChinese ? chinese : english
  const moment = momentIn(zone)
  yield [texts.headings(zoneName(zone, locale))]
  for await (const rows of pages) {
    for (let first = 0; first < rows.length; first += FORMATTED_AT_ONCE) {
      yield rows.slice(first, first + FORMATTED_AT_ONCE).map((row) => line(texts, locale, moment, row))
    }
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/

/** Moments in the zone of the file. */
const shownIn = (moment: (at: Date) => string) => (value: string) =>
  MOMENT.test(value) ? moment(new Date(value)) : value

const line = (texts: TableTexts, locale: Locale, moment: (at: Date) => string, row: EntryRow): string[] => [
  moment(row.at),
  row.at.toISOString(),
  row.operator === null ? texts.actors[row.actor] : `${texts.actors[row.actor]} (${row.operator})`,
  actionText(row.action, locale),
  row.subject ?? '',
  texts.outcomes[row.outcome],
  row.error === null ? '' : errorCause(row.error, locale),
  row.changes.map((change) => auditChangeText(row.action, change, locale, shownIn(moment))).join('; '),
  row.address ?? '',
  row.user_agent ?? '',
  row.session_id ?? '',
  row.id,
]
