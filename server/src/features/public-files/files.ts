import { Locale } from '@hongyan/contract/vocabulary/account'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../http/answer-errors.ts'
import type { DrawInTurn } from '../../kit/pdf/draw-in-worker.ts'
import { drawLetter } from './authorisation-letter.ts'
import { type LetterKind, letterKinds } from './letter-texts.ts'

const PUBLIC_FILES = '/public-files'
const PDF = 'application/pdf'
/** Their addresses stay the same, so caches fetch them anew after an hour. */
const CACHING = 'public, max-age=3600'

interface PublicFile {
  readonly type: string
  readonly content: () => Promise<Buffer>
}

/** The name of a blank letter of authorisation in a language. */
export const letterName = (kind: LetterKind, locale: Locale): string => `${kind}-letter.${locale}.pdf`

/** The address of a public file: on the operator's network of caches where there is one, else our own. */
export const publicFileUrl = (
  { cdnUrl, addressOf }: { readonly cdnUrl: string | null; readonly addressOf: (path: string) => string },
  name: string,
): string => (cdnUrl === null ? addressOf(`${PUBLIC_FILES}/${name}`) : `${cdnUrl}${PUBLIC_FILES}/${name}`)

/** Serves the files that everybody may read. A drawn one is kept after its first reader. */
export function servePublicFiles(server: FastifyInstance, renderPdf: DrawInTurn): void {
  const letter = (kind: LetterKind, locale: Locale): PublicFile => ({
    type: PDF,
    content: async () => {
      const job = { document: 'authorisation_letter', kind, locale } as const
      const { content } = await renderPdf(async () => ({ name: letterName(kind, locale), job }), drawLetter)
      return Buffer.from(content, 'base64')
    },
  })
  const files = new Map(
    [Locale.English, Locale.SimplifiedChinese].flatMap((locale) =>
      letterKinds.map((kind) => [letterName(kind, locale), letter(kind, locale)] as const),
    ),
  )
  const kept = new Map<string, Promise<Buffer>>()
  const contentOf = (name: string, { content }: PublicFile): Promise<Buffer> => {
    const found = kept.get(name) ?? content()
    kept.set(name, found)
    found.catch(() => kept.delete(name))
    return found
  }
  server.get(`${PUBLIC_FILES}/:name`, { config: { withoutDatabase: true } }, async (request, reply) => {
    const { name } = z.object({ name: z.string() }).parse(request.params)
    const file = files.get(name)
    if (file === undefined) return refuse(request, reply, 'not_found')
    const content = await contentOf(name, file)
    return reply
      .headers({
        'content-type': file.type,
        'content-disposition': `inline; filename="${name}"`,
        'cache-control': CACHING,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(content)
  })
}
