import type { Contact, contacts as rows } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { ContactId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { parseNumber } from '@hongyan/contract/sms/number'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { segmentSql } from '../../../broadcasts/segment-sql.ts'
import type { Schema } from '../../../db/schema.ts'
import { homeOf } from './home.ts'
import { presentContact } from './present.ts'
import { findContacts } from './scan.ts'
import { contactsOf, findPhonebook, findSegment, type PhonebookKey } from './store.ts'

type ListQuery = z.output<typeof rows.list.query>

interface ContactPage {
  readonly contacts: readonly Contact[]
  readonly total: number
  readonly isExact: boolean
}

/** A search for a text in all values of a contact takes as long as so many conditions. */
const WORK_OF_TEXT = 2
/** Contacts beyond these are neither counted nor reached by a page. */
const REACHED = limits.exactTotalUpTo + limits.maxLimit + 1

/** Reads a page of contacts, newest first. A whole phonebook is counted by its own number of contacts. */
export async function listContacts(db: Kysely<Schema>, key: PhonebookKey, query: ListQuery): Promise<ContactPage> {
  const { limit, offset, segment } = query
  const text = query.text?.trim() ?? ''
  const { fields, contacts: total } = await findPhonebook(db, key)
  const present = (found: Parameters<typeof presentContact>[1]) => presentContact(fields, found)
  if (text === '' && segment === undefined) {
    const page = await contactsOf(db, key).orderBy('c.id', 'desc').offset(offset).limit(limit).execute()
    return { contacts: page.map(present), total, isExact: true }
  }
  const conditions = segment === undefined ? [] : (await findSegment(db, { ...key, id: segment })).conditions
  const inSegment = segmentSql(key.account, conditions)
  const keys = fields.map((field) => field.key)
  const hasText = text === '' ? sql<boolean>`true` : valueHas(keys, text)
  const byNumber = await findByNumber(db, key, text, inSegment)
  // A whole number is found by its index alone.
  const byValue = byNumber.isWhole
    ? { ids: [], isEnd: true }
    : await findContacts(
        db,
        key,
        { where: sql<boolean>`${hasText} and ${inSegment}`, conditions: WORK_OF_TEXT + conditions.length },
        REACHED,
      )
  const ids = [...new Set([...byNumber.ids, ...byValue.ids])].toSorted().toReversed()
  const page = ids.slice(offset, offset + limit)
  const found =
    page.length === 0 ? [] : await contactsOf(db, key).where('c.id', 'in', page).orderBy('c.id', 'desc').execute()
  const isExact = byValue.isEnd && ids.length <= limits.exactTotalUpTo
  return { contacts: found.map(present), total: Math.min(ids.length, limits.exactTotalUpTo + 1), isExact }
}

/** A text as it stands inside the JSON of a contact's values. */
const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const likely = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The stored text rules out nearly all contacts; the values themselves decide, so that no key and no quote is found. */
const valueHas = (keys: readonly string[], text: string): RawBuilder<boolean> => sql`(
  c.searched like lower(${likely(asJson(text))}::text) and exists (select from jsonb_each_text(c.fields) one
    where one.key = any(${keys}::text[]) and position(lower(${text}::text) in lower(one.value)) > 0))`

const DIGITS = /^\+?[\d\s().-]+$/
const ENDING = 4

/** Finds a number, or those that end with some digits, by their indexes. */
async function findByNumber(
  db: Kysely<Schema>,
  key: PhonebookKey,
  text: string,
  inSegment: RawBuilder<boolean>,
): Promise<{ readonly ids: readonly ContactId[]; readonly isWhole: boolean }> {
  const digits = text.replaceAll(/\D/g, '')
  if (!DIGITS.test(text) || digits.length < ENDING) return { ids: [], isWhole: false }
  const parsed = parseNumber(text, await homeOf(db, key.account))
  const { rows: found } = await sql<{
    readonly id: ContactId
    readonly recipient: string
  }>`select c.id, c.recipient from contact c
    where c.account_id = ${key.account} and c.phonebook_id = ${key.phonebook} and ${inSegment}
      and (c.recipient = ${parsed.ok ? parsed.e164 : ''} or right(c.recipient, ${ENDING}::integer) = ${digits.slice(-ENDING)}
        and c.recipient like ${`%${digits}`})
    order by c.id desc limit ${REACHED}`.execute(db)
  const isWhole = parsed.ok && found.some(({ recipient }) => recipient === parsed.e164)
  return { ids: found.map(({ id }) => id), isWhole }
}
