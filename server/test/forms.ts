import { randomBytes } from 'node:crypto'
import { type Upload, upload } from '@hongyan/contract/endpoints/upload'
import type { UploadPurpose } from '@hongyan/contract/vocabulary/upload'
import sharp from 'sharp'
import type { Extras, Visitor } from './world.ts'

export interface TestFile {
  readonly name?: string
  readonly type?: string
  readonly content: Buffer
}

/** The body of a form as browsers write it, and its Content-Type. */
export function form(fields: Readonly<Record<string, string>>, ...files: readonly TestFile[]) {
  const boundary = `----test${randomBytes(8).toString('hex')}`
  const parts = Object.entries(fields).map(([name, value]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  ])
  const fileParts = files.map(({ name = 'file.pdf', type = 'application/octet-stream', content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ])
  const pieces = [...parts, ...fileParts, [`--${boundary}--\r\n`]].flat()
  return {
    body: Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  } satisfies Extras
}

/** Uploads a file, and returns the reply. */
export async function newUpload(
  owner: Visitor,
  purpose: UploadPurpose = 'evidence',
  file: TestFile = pdf(),
): Promise<Upload> {
  const { status, body } = await owner.ask(upload.create, form({ purpose }, file))
  if (status !== 200) throw new Error(`the upload answered ${status}: ${JSON.stringify(body)}`)
  return upload.create.reply.parse(body)
}

export const pdf = (text = 'A test'): TestFile => ({
  name: 'file.pdf',
  type: 'application/pdf',
  content: Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Title (${text}) >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`),
})

/** An image of one colour. */
export const image = (format: 'jpeg' | 'png' | 'gif', width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2f6b4f' } })
    .toFormat(format)
    .toBuffer()
