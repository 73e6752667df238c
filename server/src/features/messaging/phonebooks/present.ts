import type { Contact, Phonebook, Segment } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { PhonebookField } from '../../../db/schema/phonebooks.ts'
import { namedConditions } from './conditions.ts'
import type { Counted } from './scan.ts'
import { valuesByName } from './fields.ts'
import type { ContactRow, PhonebookRow, SegmentRow } from './store.ts'

export const presentPhonebook = ({ fields, ...row }: PhonebookRow): Phonebook => ({
  id: row.id,
  name: row.name,
  fields: fields.map(({ name }) => name),
  contacts: row.contacts,
  segments: row.segments,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
})

export const presentContact = (
  fields: readonly PhonebookField[],
  { consent_source: source, consent_at: at, ...row }: ContactRow,
): Contact => ({
  id: row.id,
  to: row.recipient,
  country: row.country,
  fields: valuesByName(fields, row.fields),
  zone: row.zone,
  consent: source === null || at === null ? null : { source, at },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
})

export const presentSegment = (
  fields: readonly PhonebookField[],
  { id, name, conditions, version }: SegmentRow,
  counted: Counted,
): Segment => ({ id, name, conditions: namedConditions(fields, conditions), version, ...counted })
