import { createHash } from 'node:crypto'
import { ParseResult } from '@hongyan/contract/vocabulary/job'
import { FAILED } from '../recipient-files/parse.ts'
import type { RecipientSummary } from '../recipient-files/read.ts'
import type { Audiences } from './audiences.ts'
import { type MemberPage, NO_REPORT } from './audience-report.ts'
import type { AudienceRow } from './audience-store.ts'
import { findContactSource, readSourceContacts } from './phonebook-contacts.ts'

const PAGE = 2_000

/**
 * Reads the contacts of a phonebook, or of a segment, as members: their fields are the columns. The hash is that of
 * their numbers, in the order of the contacts.
 */
export async function readContacts(
  { db }: Pick<Audiences, 'db'>,
  { account_id: account, phonebook_id: phonebook, segment_id: segment }: AudienceRow,
  stopping: AbortSignal,
  take: (page: MemberPage) => Promise<void>,
): Promise<RecipientSummary> {
  const source = phonebook === null ? null : await findContactSource(db, account, phonebook, segment)
  if (source === null) return FAILED
  const hash = createHash('sha256')
  let rows = 0
  for await (const contacts of readSourceContacts(db, source, PAGE)) {
    stopping.throwIfAborted()
    const first = rows + 1
    for (const { to } of contacts) hash.update(`${to}\n`)
    rows += contacts.length
    const members = contacts.map(({ to, country, zone, cells }, at) => ({ row: first + at, to, country, zone, cells }))
    await take({ members, phone: -1, progress: Math.floor((rows / Math.max(rows, source.contacts)) * 100) })
  }
  return {
    ...FAILED,
    result: rows === 0 ? ParseResult.EmptyFile : ParseResult.Ok,
    counts: { ...NO_REPORT.counts, rows, valid: rows },
    columns: source.fields.map(({ name }) => ({ name, phones: 0, sample: [] })),
    sha256: hash.digest(),
  }
}
