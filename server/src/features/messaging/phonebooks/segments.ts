import type { Segment, SegmentCondition, segments as rows } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { SegmentId } from '@hongyan/contract/ids'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { storedConditions } from './conditions.ts'
import type { PhonebookDeps } from './phonebooks.ts'
import { presentSegment } from './present.ts'
import { type Counted, countMatches } from './scan.ts'
import * as store from './store.ts'

type NewSegment = z.output<typeof rows.create.body>
type Update = z.output<typeof rows.update.body>

const NOT_COUNTED: Counted = { contacts: 0, exact: false }

/** The segments of a phonebook by name, all counted in one pass. */
export async function listSegments({ db }: Pick<PhonebookDeps, 'db'>, key: store.PhonebookKey): Promise<Segment[]> {
  const { fields, contacts } = await store.findPhonebook(db, key)
  const segments = await store.segmentsOfPhonebook(db, key).orderBy('name').orderBy('id').execute()
  const conditions = segments.map((segment) => segment.conditions)
  const counts = await countMatches(db, key, conditions, contacts)
  return segments.map((segment, index) => presentSegment(fields, segment, counts[index] ?? NOT_COUNTED))
}

/** Counts the contacts that conditions would have. */
export async function countSegment(
  { db }: Pick<PhonebookDeps, 'db'>,
  key: store.PhonebookKey,
  conditions: readonly SegmentCondition[],
): Promise<Counted> {
  const { fields, contacts } = await store.findPhonebook(db, key)
  return (await countMatches(db, key, [storedConditions(fields, conditions)], contacts))[0] ?? NOT_COUNTED
}

async function readSegment(db: Kysely<Schema>, key: store.SegmentKey): Promise<Segment> {
  const { fields, contacts } = await store.findPhonebook(db, key)
  const row = await store.findSegment(db, key)
  const [counted = NOT_COUNTED] = await countMatches(db, key, [row.conditions], contacts)
  return presentSegment(fields, row, counted)
}

export async function createSegment(
  { db, clock }: PhonebookDeps,
  key: store.PhonebookKey,
  { name, conditions }: NewSegment,
  callKey: CallKey,
): Promise<Segment> {
  if (callKey.earlier !== null) return readSegment(db, { ...key, id: SegmentId.parse(callKey.earlier) })
  const at = clock.now()
  const id = SegmentId.parse(uuidv7(at))
  await db.transaction().execute(async (tx) => {
    const { fields, segments } = await store.lockPhonebook(tx, key)
    if (segments >= limits.segments) throw new Refusal('too_many_segments')
    const row = {
      account_id: key.account,
      phonebook_id: key.phonebook,
      id,
      name,
      conditions: JSON.stringify(storedConditions(fields, conditions)),
      created_at: at,
      updated_at: at,
    }
    await store.refusingUsedName(tx.insertInto('segment').values(row).execute())
    await callKey.name(txOf(tx), id)
  })
  return readSegment(db, { ...key, id })
}

/** Throws `state_conflict` with the current segment for another version. */
export async function updateSegment(
  { db, clock }: PhonebookDeps,
  key: store.SegmentKey,
  { version, name, conditions }: Update,
): Promise<Segment> {
  const isUpdated = await db.transaction().execute(async (tx) => {
    const { fields } = await store.lockPhonebook(tx, key)
    const stored = JSON.stringify(storedConditions(fields, conditions))
    const work = tx
      .updateTable('segment')
      .set({ name, conditions: stored, version: version + 1, updated_at: clock.now() })
      .where('account_id', '=', key.account)
      .where('phonebook_id', '=', key.phonebook)
      .where('id', '=', key.id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    return (await store.refusingUsedName(work)) !== undefined
  })
  const current = await readSegment(db, key)
  if (!isUpdated) throw new Refusal('state_conflict', { details: { current } })
  return current
}

export async function removeSegment({ db }: Pick<PhonebookDeps, 'db'>, key: store.SegmentKey): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('segment')
    .where('account_id', '=', key.account)
    .where('phonebook_id', '=', key.phonebook)
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}
