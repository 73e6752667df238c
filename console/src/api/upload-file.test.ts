import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadFile } from './upload-file.ts'

/** The browser's request, which a test answers. */
class Request extends EventTarget {
  static last: Request
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  opened: readonly string[] = []
  sent: FormData | null = null
  status = 0
  statusText = ''
  responseText = ''
  constructor() {
    super()
    Request.last = this
  }
  open(...opened: readonly string[]): void {
    this.opened = opened
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader = (): null => null
  send(form: FormData): void {
    this.sent = form
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
  reply(status: number, body: unknown): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('navigator', { languages: ['en'] })
})
afterEach(() => vi.unstubAllGlobals())

const file = new File(['content'], 'licence.pdf')
const cancel = new AbortController()
const begin = (onProgress: (share: number) => void = () => undefined, { signal } = cancel) =>
  uploadFile(file, 'evidence', { signal, onProgress })

test('a file is sent as a form with its purpose, and its progress is reported', async () => {
  const shares: number[] = []
  const uploaded = begin((share) => void shares.push(share))
  const { opened, sent, upload } = Request.last
  expect(opened).toEqual(['POST', '/api/upload'])
  expect([sent?.get('purpose'), sent?.get('file')]).toEqual(['evidence', file])
  upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 3, total: 4 }))
  Request.last.reply(200, { id: '1' })
  expect(await uploaded).toEqual({ id: '1' })
  expect(shares).toEqual([0.75])
})

test('a refusal is thrown with the server’s sentence, and a broken reply with its status', async () => {
  const refused = begin()
  Request.last.reply(413, { error: { code: 'upload_too_large', message: 'The file is too large.' } })
  await expect(refused).rejects.toMatchObject({ name: 'ApiError', status: 413, message: 'The file is too large.' })
  const broken = begin()
  Request.last.reply(502, '<html>')
  await expect(broken).rejects.toMatchObject({ name: 'ApiError', status: 502 })
})

test('a failed connection and a cancelled upload are thrown', async () => {
  const failed = begin()
  Request.last.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow(TypeError)
  const own = new AbortController()
  const cancelled = begin(undefined, own)
  own.abort()
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
})
