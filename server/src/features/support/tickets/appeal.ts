import type { Appeal } from '@hongyan/contract/endpoints/support/tickets'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { TicketRow } from './store.ts'

const NONE = { verified: false, second_factor: false, password_changed: false, keys_renewed: false }

/** The appeal of a ticket; null for other categories. */
export async function readAppeal(_: Kysely<Schema>, { answers, decision }: TicketRow): Promise<Appeal | null> {
  return answers === null ? null : { state: decision ?? 'received', answers, facts: NONE }
}
