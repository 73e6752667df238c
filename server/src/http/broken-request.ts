import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errors, errorText } from '@hongyan/contract/errors'
import type { ConnectionError } from 'fastify'
import { Refusal } from '../kit/refusal.ts'
import { busyPage, isNavigation } from './busy-page.ts'
import type { GivenUp } from './open-connections.ts'
import { failure, headersOf, type PublicReply, writeReply } from './public-reply.ts'

/** The failures of requests that Node could not read to their end. */
const failures: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'unreadable'],
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
}

/** A head that is longer shows in these bytes all that matters. */
const HEAD_BYTES = 4_096

/** The calls of the console, as the first bytes of a request show them. */
const BROWSER = /^(?:GET|HEAD) |^[A-Z]+ \/api\//

/**
 * Answers a request that never became one, for example one with an address of 20 KB, and closes its connection. Only the
 * bytes at hand show which side asked; where there are none it was a program, because browsers send whole requests.
 */
export function answerBroken(error: ConnectionError, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const [status, code] = failures[error.code] ?? [400, 'unreadable']
  const reply = failure(new Refusal(code))
  const body = isBrowsers(error) ? consoleBody(code, requestId) : reply.body
  end(socket, { ...reply, status, body }, requestId)
}

/** Answers a request that is given up before it is whole, and closes its connection. One without a request just closes. */
export function answerGivenUp({ socket, unfinished }: GivenUp, requestId: string): void {
  if (unfinished === null) return void socket.destroy()
  const reply = failure(new Refusal('busy'))
  const { method = '', url = '' } = unfinished === 'head' ? {} : unfinished
  const body = BROWSER.test(`${method} ${url}`) ? consoleBody('busy', requestId) : reply.body
  end(socket, { ...reply, body }, requestId)
}

/** Refuses a connection before it carries a request. */
export function refuseConnection(socket: Socket, requestId: string): void {
  end(socket, failure(new Refusal('busy')), requestId)
}

/** Refuses a connection by the first bytes of its request: those of a page, a call or a program. The caller closes it. */
export function refuseArrival(socket: Socket, first: Buffer, requestId: string): void {
  const reply = failure(new Refusal('busy'))
  const head = first.toString('latin1', 0, HEAD_BYTES)
  if (isNavigation(head)) {
    const { body, headers } = busyPage(head)
    return void socket.end(written({ ...reply, body }, requestId, 'text/html; charset=utf-8', headers))
  }
  const body = BROWSER.test(head) ? consoleBody('busy', requestId) : reply.body
  socket.end(written({ ...reply, body }, requestId))
}

/** Refuses a call of the console before it is looked at. */
export function answerBusy(response: ServerResponse, requestId: string): void {
  const reply = { ...failure(new Refusal('busy')), body: consoleBody('busy', requestId) }
  writeReply(response, requestId, reply, true)
}

const end = (socket: Socket, reply: PublicReply, requestId: string): void =>
  void socket.end(written(reply, requestId), () => socket.destroy())

/** The last response of a connection. */
function written(reply: PublicReply, requestId: string, type?: string, more: readonly string[] = []): string {
  const { status, body } = reply
  const headers = [...headersOf(reply, requestId, type), ...more, 'Connection', 'close']
  const lines = headers.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${body}`
}

/** The framework's type describes the bytes as they look in JSON. */
const isBrowsers = ({ rawPacket }: { readonly rawPacket?: unknown }): boolean =>
  Buffer.isBuffer(rawPacket) && BROWSER.test(rawPacket.toString('latin1', 0, 16))

const consoleBody = (code: ErrorCode, requestId: string): string =>
  JSON.stringify({ error: { code, message: errorText(code, 'en'), side: errors[code].side, requestId } })
