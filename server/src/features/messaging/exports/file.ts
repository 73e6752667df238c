import type { FastifyInstance } from 'fastify'
import { AccountId, ExportId } from '@hongyan/contract/ids'
import { z } from 'zod'
import type { Exports } from '../../../exports/exports.ts'
import { formats } from '../../../exports/formats/format.ts'
import { openFile } from '../../../exports/pieces.ts'
import type { ExportRow } from '../../../exports/store.ts'
import { refuse } from '../../../http/answer-errors.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readLink } from '../../../kit/signed-link.ts'
import { savedAs } from '../../../uploads/name.ts'
import { requireFile } from './service.ts'

export const EXPORT_FILES = '/export-files'
/** The context of a signed link: one to an upload opens no export. */
export const LINK = 'export link'

const Params = z.object({ token: z.string() })

/** `messages-2026-11-01-2026-11-30.csv.gz`: the same on every system. */
const nameOf = ({ kind, choices: { from, to, format, gzip } }: ExportRow): string =>
  `${kind}-${from}-${to}.${format}${gzip ? '.gz' : ''}`

/** Serves the files of exports under their signed links. Every other link gets the same 404. */
export function serveExports(server: FastifyInstance, exports: Exports): void {
  server.get(`${EXPORT_FILES}/:token`, { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = Params.parse(request.params)
    const row = await fileOf(exports, token)
    if (row === null) return refuse(request, reply, 'not_found')
    return reply
      .headers({
        'content-type': row.choices.gzip ? 'application/gzip' : formats[row.choices.format].type,
        'content-length': Number(row.size),
        'content-disposition': savedAs(nameOf(row)),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'accept-ranges': 'none',
      })
      .send(openFile(exports, row))
  })
}

async function fileOf(exports: Exports, token: string): Promise<ExportRow | null> {
  const target = readLink(exports.secrets, LINK, token, exports.clock.now())
  if (target === null) return null
  const [account, id] = [AccountId.parse(target.account), ExportId.parse(target.id)]
  return requireFile(exports, account, id).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
}
