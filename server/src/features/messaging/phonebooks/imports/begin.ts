import type { ContactImport, phonebooks as rows } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { ContactImportId } from '@hongyan/contract/ids'
import { broadcasts, phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import type { z } from 'zod'
import { txOf } from '../../../../db/tx.ts'
import { uuidv7 } from '../../../../kit/ids.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { CallKey } from '../../../../limits/answers.ts'
import { claimUploads } from '../../../../uploads/claims.ts'
import { lockPhonebook, type PhonebookKey } from '../store.ts'
import type { ImportDeps } from './deps.ts'
import { sealedKeyOf } from './sealed.ts'
import { findImport, KEPT_FOR, presentImport } from './store.ts'

type Order = z.output<typeof rows.import.body>

/** The record that uses an uploaded file. */
export const subjectOf = (id: string): string => `contact import ${id}`

/** Seconds after which the first of three files may be read. */
const RETRY_SECONDS = 30

/** Queues a file. The loop reads it. */
export async function beginImport(
  { db, uploads: { clock, secrets } }: Pick<ImportDeps, 'db' | 'uploads'>,
  key: PhonebookKey,
  { file, consent, clear_empty, ...order }: Order,
  callKey: CallKey,
): Promise<ContactImport> {
  const { account, phonebook } = key
  if (callKey.earlier !== null) {
    return presentImport(await findImport(db, { ...key, id: ContactImportId.parse(callKey.earlier) }))
  }
  const now = clock.now()
  const id = ContactImportId.parse(uuidv7(now))
  return db.transaction().execute(async (tx) => {
    const { contacts } = await lockPhonebook(tx, key)
    if (contacts >= limits.contacts) throw new Refusal('phonebook_full')
    const reading = await tx
      .selectFrom('contact_import')
      .select('id')
      .where('account_id', '=', account)
      .where('due_at', 'is not', null)
      .limit(broadcasts.parsing)
      .execute()
    if (reading.length >= broadcasts.parsing) throw new Refusal('too_many_lists', { retryAfter: RETRY_SECONDS })
    const claim = { account, ids: [file], purpose: 'recipients', subject: subjectOf(id), field: 'file' } as const
    const [upload] = await claimUploads(txOf(tx), claim)
    const choices = {
      ...order,
      phone_column: order.phone_column ?? null,
      sheet: order.sheet ?? null,
      consent,
      clear_empty,
    }
    await tx
      .insertInto('contact_import')
      .values({
        account_id: account,
        phonebook_id: phonebook,
        id,
        upload_id: file,
        name: upload?.name ?? '',
        choices: JSON.stringify(choices),
        state: 'parsing',
        sealed_key: sealedKeyOf(secrets, id),
        due_at: now,
        created_at: now,
        delete_after: new Date(now.getTime() + KEPT_FOR),
      })
      .execute()
    await callKey.name(txOf(tx), id)
    return presentImport(await findImport(tx, { ...key, id }))
  })
}
