import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { IncomingFile } from '../kit/incoming-file.ts'
import { Refusal } from '../kit/refusal.ts'
import { allowLong } from './long-requests.ts'

export interface FormLimits {
  /** The most bytes of the file. */
  readonly bytes: number
  /** Milliseconds for the whole form to arrive, and between two of its chunks. */
  readonly arrivesWithin: number
  readonly longestPause: number
}

export interface ReceivedForm<T> {
  readonly fields: Readonly<Record<string, string>>
  readonly file: T
}

const FILE = 'file'
const FORM = /^multipart\/form-data\b/i

/** No form needs more fields or longer ones. */
const FIELDS = { fields: 10, fieldSize: 256, fieldNameSize: 64, headerPairs: 20, headerSize: 8 * 1024 }

/**
 * A browser that still sends when its connection closes shows a network error and no response. So the rest of a refused
 * form is read and dropped, up to this many times the limit.
 */
const DROPPED_LIMITS = 2

/**
 * Reads a form with one file as it arrives, and hands the file to `take`. Throws the refusal of `take`, or its own: a
 * form that breaks off, has no file or several, or a file above the limit. `take` has ended by then.
 */
export async function receiveForm<T>(
  request: IncomingMessage,
  limits: FormLimits,
  take: (file: IncomingFile) => Promise<T>,
): Promise<ReceivedForm<T>> {
  const most = limits.bytes * DROPPED_LIMITS
  if (!FORM.test(request.headers['content-type'] ?? '')) throw new Refusal('not_a_form')
  if (Number(request.headers['content-length'] ?? 0) > most) throw new Refusal('upload_too_large')
  if (request.destroyed) throw new Refusal('upload_broken_off')
  const parser = parserOf(request, limits)
  const state = collect(parser, take)
  const whole = await arrival(request, parser, { ...limits, most }, () => state.current)
  if (!whole) state.refusal ??= new Refusal('upload_broken_off')
  await state.taken?.catch(() => undefined)
  if (state.refusal !== null) throw state.refusal
  if (state.taken === null) throw new Refusal('missing_params', { field: FILE })
  return { fields: state.fields, file: await state.taken }
}

/** The state of a form that arrives. */
interface Collected<T> {
  readonly fields: Record<string, string>
  taken: Promise<T> | null
  /** The first refusal of the form itself. */
  refusal: Refusal | null
  /** The stream of the file that arrived last. */
  current: Readable | null
}

/** Collects the fields that the parser finds, and hands the file to `take`. */
function collect<T>(parser: Busboy, take: (file: IncomingFile) => Promise<T>): Collected<T> {
  const state: Collected<T> = { fields: {}, taken: null, refusal: null, current: null }
  const refuse = (code: ErrorCode, field?: string): void => {
    state.refusal ??= new Refusal(code, field === undefined ? {} : { field })
  }
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated || Object.hasOwn(state.fields, name)) refuse('invalid_request', name)
    state.fields[name] = value
  })
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(event, () => refuse('invalid_request', FILE))
  }
  parser.on('file', (name, stream, given: unknown) => {
    state.current = stream
    stream
      .on('limit', () => refuse('upload_too_large'))
      // The form may end before `take` reads its file.
      .on('error', () => refuse('upload_broken_off'))
    if (name !== FILE) {
      refuse('restricted_params', name)
      stream.resume()
      return
    }
    const rest = (): void => void stream.resume()
    state.taken = take({ name: typeof given === 'string' ? given : '', content: chunksOf(stream) })
    state.taken.then(rest, rest)
  })
  return state
}

function parserOf({ headers }: IncomingMessage, { bytes }: FormLimits): Busboy {
  try {
    const limits = { ...FIELDS, parts: FIELDS.fields + 1, files: 1, fileSize: bytes }
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits })
  } catch {
    throw new Refusal('not_a_form')
  }
}

/** The chunks of a file. A reader that stops early leaves the stream open, so that the rest of the form is parsed. */
async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer // a stream of bytes
}

interface Arrival extends FormLimits {
  /** The most bytes that are read at all. */
  readonly most: number
}

/** Feeds the parser. Resolves once the form is parsed, or to false once it broke off, stood still or was malformed. */
function arrival(
  request: IncomingMessage,
  parser: Busboy,
  { most, arrivesWithin, longestPause }: Arrival,
  current: () => Readable | null,
): Promise<boolean> {
  return new Promise((resolve) => {
    const disallow = allowLong(request.socket)
    const hangUp = (): void => void request.destroy()
    const deadline = setTimeout(hangUp, arrivesWithin)
    const pause = setTimeout(hangUp, longestPause)
    let arrived = 0
    const end = (whole: boolean): void => {
      clearTimeout(deadline)
      clearTimeout(pause)
      disallow()
      request.off('data', count).off('close', brokeOff).off('error', brokeOff)
      request.unpipe(parser)
      // Ends the reader of a file whose end never comes.
      if (!whole) current()?.destroy(new Refusal('upload_broken_off'))
      resolve(whole)
    }
    const brokeOff = (): void => {
      // A request that arrived whole is closed as well, while the parser may still be at work.
      if (!request.complete) end(false)
    }
    const count = (chunk: Buffer): void => {
      arrived += chunk.length
      pause.refresh()
      if (arrived > most) end(false)
    }
    request.on('data', count).on('close', brokeOff).on('error', brokeOff)
    parser.on('finish', () => end(true)).on('error', () => dropRest(request, () => end(false)))
    request.pipe(parser)
  })
}

/** Reads what a malformed form still sends. */
function dropRest(request: IncomingMessage, then: () => void): void {
  request.unpipe()
  if (request.complete) then()
  else request.once('end', then).resume()
}
