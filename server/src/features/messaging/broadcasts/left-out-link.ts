import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AccountId, AudienceId } from '@hongyan/contract/ids'
import { upload as limits } from '@hongyan/contract/limits/uploads'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { broadcastScenes, unreachedChoices } from '@hongyan/contract/vocabulary/broadcast'
import { z } from 'zod'
import { type AudienceKey, type AudienceRow, findAudience } from '../../../broadcasts/audience-store.ts'
import type { AudienceCalls } from '../../../broadcasts/audiences.ts'
import { leftOutFile, type LeftOutChoice } from '../../../broadcasts/left-out.ts'
import { alone } from '../../../db/tx.ts'
import { refuse } from '../../../http/answer-errors.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readLink, signLink } from '../../../kit/signed-link.ts'
import { savedAs } from '../../../uploads/name.ts'

const AUDIENCE_FILES = '/audience-files'

interface Choice extends LeftOutChoice {
  readonly locale: Locale
}

/** The context of a signed link names what the file shows: a link to one opens no other. */
const contextOf = ({ scene, unreached, locale }: Choice): string => `left-out link ${scene} ${unreached} ${locale}`

/** The path of the file of a list's left-out rows, open without a session for a quarter of an hour. */
export async function leftOutLink(
  { pool, clock, uploads }: AudienceCalls,
  key: AudienceKey,
  choice: Choice,
): Promise<string> {
  const now = clock.now()
  const row = await findAudience(alone(pool), key, now)
  if (row === null) throw new Refusal('not_found')
  if (row.state !== 'ready') throw new Refusal('audience_not_ready')
  const token = signLink(uploads.secrets, contextOf(choice), key, new Date(now.getTime() + limits.linkFor))
  return `${AUDIENCE_FILES}/${choice.scene}/${choice.unreached}/${choice.locale}/${token}`
}

const Params = z.object({
  scene: z.coerce.number().pipe(z.literal([...broadcastScenes])),
  unreached: z.enum(unreachedChoices),
  locale: z.enum(Locale),
  token: z.string(),
})

/** Serves the files of left-out rows under their signed links. Every other link gets the same 404. */
export function serveAudienceFiles(server: FastifyInstance, audiences: AudienceCalls): void {
  server.get(
    `${AUDIENCE_FILES}/:scene/:unreached/:locale/:token`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const params = Params.safeParse(request.params)
      const row = params.success ? await rowOf(audiences, params.data) : null
      if (!params.success || row === null) return refuse(request, reply, 'not_found')
      const { locale, ...choice } = params.data
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': savedAs('left-out.csv'),
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'accept-ranges': 'none',
        })
        .send(Readable.from(leftOutFile(audiences, row, choice, locale), { objectMode: false }))
    },
  )
}

function rowOf(audiences: AudienceCalls, { token, ...choice }: z.output<typeof Params>): Promise<AudienceRow | null> {
  const { pool, clock, uploads } = audiences
  const target = readLink(uploads.secrets, contextOf(choice), token, clock.now())
  if (target === null) return Promise.resolve(null)
  const key = { account: AccountId.parse(target.account), id: AudienceId.parse(target.id) }
  return findAudience(alone(pool), key, clock.now())
}
