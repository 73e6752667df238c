import { AccountId, ContactImportId, type PhonebookId } from '@hongyan/contract/ids'
import { exports as limits } from '@hongyan/contract/limits/exports'
import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { refuse } from '../../../../http/answer-errors.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import { readLink, signLink } from '../../../../kit/signed-link.ts'
import { savedAs } from '../../../../uploads/name.ts'
import type { ImportDeps } from './deps.ts'
import { readLeftOut } from './left-out.ts'
import { findImport, type ImportKey } from './store.ts'

const LEFT_OUT_FILES = '/import-files'
/** The context of a signed link: one to another file opens none of these. */
const LINK = 'contact import link'

type FileDeps = Pick<ImportDeps, 'db' | 'uploads'>

/** The path of an import's left-out rows, for 15 minutes. Throws `not_found` where no row was left out. */
export async function leftOutPath({ db, uploads: { secrets, clock } }: FileDeps, key: ImportKey): Promise<string> {
  const { left_out_key: stored, state } = await findImport(db, key)
  if (stored === null || state === 'parsing') throw new Refusal('not_found')
  const until = new Date(clock.now().getTime() + limits.linkFor)
  return `${LEFT_OUT_FILES}/${signLink(secrets, LINK, { account: key.account, id: key.id }, until)}`
}

const Params = z.object({ token: z.string() })

/** Serves the left-out rows of imports under their signed links. Every other link gets the same 404. */
export function serveLeftOut(server: FastifyInstance, deps: FileDeps): void {
  server.get(`${LEFT_OUT_FILES}/:token`, { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = Params.parse(request.params)
    const found = await openFile(deps, token)
    if (found === null) return refuse(request, reply, 'not_found')
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': savedAs('left-out-rows.csv'),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'accept-ranges': 'none',
      })
      .send(found)
  })
}

async function openFile({ db, uploads }: FileDeps, token: string): Promise<Readable | null> {
  const target = readLink(uploads.secrets, LINK, token, uploads.clock.now())
  if (target === null) return null
  const [account, id] = [AccountId.parse(target.account), ContactImportId.parse(target.id)]
  const row = await db
    .selectFrom('contact_import')
    .select('phonebook_id')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const phonebook: PhonebookId = row.phonebook_id
  return readLeftOut(uploads, await findImport(db, { account, phonebook, id }))
}
