import { fullName } from '@hongyan/contract/account'
import type { EvidencePack } from '@hongyan/contract/endpoints/messaging/people'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readRecord } from './record.ts'
import type { Recipient } from './recipient.ts'

const STATEMENT = {
  en:
    'The account keeps the consent of its recipients itself. Below are its own words to our reviewers for each template ' +
    'that these messages used. Replies of recipients are not received, so an opt-out by reply is not part of this document.',
  'zh-CN':
    '收件人的同意记录由账户自行留存。下文列出这些短信所用的每个模板，以及账户提交审核时填写的使用说明。' +
    '平台尚不接收收件人的回复，因此本文件不包含通过回复退订的记录。',
}

interface Account {
  readonly zone: string
  readonly firstname: string
  readonly lastname: string
  readonly realname: string
}

interface TemplateRow {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly scene: MessageScene
  readonly usage_note: string
  readonly approved_at: Date | null
}

/** Reads what the account's log and templates say about a number, and the name of the account. */
export async function readEvidence(
  db: Kysely<Schema>,
  recipient: Recipient,
  now: Date,
): Promise<{ readonly pack: EvidencePack; readonly name: string }> {
  const record = await readRecord(db, recipient, now)
  const { rows } = await sql<Account>`select time_zone as zone, firstname, lastname, realname_name as realname
    from account where id = ${recipient.account}`.execute(db)
  const [owner] = rows
  if (owner === undefined) throw new Refusal('not_found')
  const pack: EvidencePack = {
    ...record,
    type: 'evidence_pack',
    zone: owner.zone,
    templates: await templatesOf(db, record),
    statement: STATEMENT,
  }
  return { pack, name: owner.realname || fullName(owner.firstname, owner.lastname) }
}

/** The account's own templates of the messages, oldest first. Public ones belong to no account. */
async function templatesOf(
  db: Kysely<Schema>,
  { account, messages }: Pick<EvidencePack, 'account' | 'messages'>,
): Promise<EvidencePack['templates']> {
  const used = [
    ...new Map(messages.flatMap(({ template }) => (template === null ? [] : [[key(template), template]]))).values(),
  ]
  const { rows } = await sql<TemplateRow>`
    select v.template_id as id, v.version, v.name, v.scene, v.usage_note,
      case when v.status = ${ReviewStatus.Approved} then v.decided_at end as approved_at
    from unnest(${used.map(({ id }) => id)}::text[], ${used.map(({ version }) => version)}::integer[]) as u(id, version)
    join template_version v on v.account_id = ${account} and v.template_id::text = u.id and v.version = u.version
    order by v.template_id, v.version`.execute(db)
  return rows.map(({ approved_at: at, ...row }) => ({ ...row, approved_at: at?.toISOString() ?? null }))
}

const key = ({ id, version }: { readonly id: string; readonly version: number }): string => `${id} ${version}`
