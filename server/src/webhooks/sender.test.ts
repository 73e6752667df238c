import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { DAY, HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import * as x509 from '@peculiar/x509'
import { expect, onTestFinished, test, vi } from 'vitest'
import { patient } from '../../test/patience.ts'
import { settableClock } from '../kit/clock.ts'
import { createWebhookSender } from './sender.ts'

const NOW = new Date('2026-03-04T05:06:07Z')
const LOCAL = '127.0.0.1'

type Options = Partial<Parameters<typeof createWebhookSender>[0]>

function newSender(options: Options = {}) {
  const sender = createWebhookSender({ strict: false, clock: settableClock(NOW), ...options })
  onTestFinished(() => sender.close())
  return sender
}

async function listening(server: Server, host = LOCAL, port = 0): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port: chosen } = server.address() as AddressInfo // a TCP server has one
  return chosen
}

/** A receiver that answers as the listener does, and its address. */
const receiver = async (listener: RequestListener): Promise<string> =>
  `http://${LOCAL}:${await listening(createServer(listener))}/hook?a=1`

/** A receiver of raw sockets, for what no HTTP server does. */
const rawReceiver = async (onSocket: (socket: Socket) => void): Promise<string> =>
  `http://${LOCAL}:${await listening(createSocketServer(onSocket))}/`

const to = (url: string) => ({ url, headers: [['Webhook-Id', 'one']] as const, body: '{"text":"鸿雁"}' })

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text
}

test('a webhook arrives with its headers and body, and its answer comes back', async () => {
  const seen: unknown[] = []
  const url = await receiver((request, response) => {
    void textOf(request).then((body) => {
      seen.push([request.method, request.url, request.headers, body])
      response
        .writeHead(
          202,
          [
            ['X-Two', 'a'],
            ['X-Two', 'b'],
          ].flat(),
        )
        .end('taken\0\xff')
    })
  })

  const answer = await newSender().post(to(url))

  expect(answer).toMatchObject({ code: 202, failure: null, retryAfter: null, body: 'taken\uFFFDÿ' })
  expect(answer.headers).toEqual(expect.arrayContaining([['X-Two', 'a'], ['X-Two', 'b']])) // oxfmt-ignore
  expect(answer.latency).toBeGreaterThanOrEqual(0)
  const headers = { 'webhook-id': 'one', host: new URL(url).host, 'content-length': '17' }
  expect(seen).toEqual([['POST', '/hook?a=1', expect.objectContaining(headers), '{"text":"鸿雁"}']])
})

test.for([
  [204, null],
  [301, 'redirect'],
  [304, 'redirect'],
  [410, 'status'],
  [500, 'status'],
] as const)('a try that is answered %s ends with failure %s', async ([code, failure]) => {
  const url = await receiver((_request, response) => response.writeHead(code).end())

  expect(await newSender().post(to(url))).toMatchObject({ code, failure })
})

test('a redirect to another receiver is not followed', async () => {
  let followed = 0
  const inner = await receiver((_request, response) => response.end(String((followed += 1))))
  const url = await receiver((_request, response) => response.writeHead(307, { location: inner }).end())

  expect(await newSender().post(to(url))).toMatchObject({ code: 307, failure: 'redirect' })
  expect(followed).toBe(0)
})

test.for([
  ['120', 429, 2 * MINUTE],
  ['7200', 503, HOUR],
  ['99999999999999999999', 503, HOUR],
  ['Wed, 04 Mar 2026 05:07:07 GMT', 429, MINUTE],
  ['Wednesday, 04-Mar-26 05:07:07 GMT', 503, MINUTE],
  ['Wed, 04 Mar 2026 05:00:00 GMT', 503, 0],
  ['-5', 429, null],
  ['soon', 503, null],
  ['120', 500, null],
] as const)('Retry-After "%s" on %s asks to wait %s milliseconds', async ([header, code, retryAfter]) => {
  const url = await receiver((_request, response) => response.writeHead(code, { 'retry-after': header }).end())

  expect(await newSender().post(to(url))).toMatchObject({ code, failure: 'status', retryAfter })
})

test.for([
  [200, null],
  [500, 'status'],
] as const)('of an answer %s of 100 MB only the beginning is read, and its status counts', async ([code, failure]) => {
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  let written = 0
  let isClosed = false
  const url = await receiver((_request, response) => {
    response.writeHead(code).on('close', () => (isClosed = true))
    const body = Readable.from(
      (function* () {
        while ((written += 1) <= 100) yield chunk
      })(),
    )
    pipeline(body, response, () => undefined)
  })

  const answer = await newSender().post(to(url))

  expect(answer).toMatchObject({ code, failure, body: 'a'.repeat(limits.shownMax) })
  await vi.waitFor(() => expect(isClosed).toBe(true), patient(10 * SECOND))
  expect(written).toBeLessThan(100)
})

test('a shown body is not cut within a character', async () => {
  const url = await receiver((_request, response) => response.end(`a${'雁'.repeat(limits.shownMax)}`))

  const { body } = await newSender().post(to(url))

  expect(body).toBe(`a${'雁'.repeat((limits.shownMax - 1) / 3)}`)
})

test('headers without end are too large', async () => {
  const url = await receiver((_request, response) => response.writeHead(200, { big: 'a'.repeat(100_000) }).end())

  expect(await newSender().post(to(url))).toMatchObject({ code: null, failure: 'too_large' })
})

test('a receiver that never answers times out', async () => {
  const url = await receiver(() => undefined)

  expect(await newSender({ answerFor: 50 }).post(to(url))).toMatchObject({ code: null, failure: 'timeout' })
})

test('a receiver that answers a byte at a time times out in all, in its headers and in its body', async () => {
  const dribble = (text: string) => (socket: Socket) => {
    let at = 0
    const timer = setInterval(() => socket.write(text.charAt(at++) || 'a'), 5)
    socket.on('error', () => undefined).on('close', () => clearInterval(timer))
  }
  const inHeaders = await rawReceiver(dribble(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(10_000)}`))
  const inBody = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n')
    dribble('')(socket)
  })
  const sender = newSender({ answerFor: 200 })

  const answers = await Promise.all([sender.post(to(inHeaders)), sender.post(to(inBody))])

  expect(answers).toMatchObject([{ code: null, failure: 'timeout' }, { failure: 'timeout' }])
})

test('an answer that breaks off is aborted', async () => {
  const early = await rawReceiver((socket) => socket.once('data', () => socket.resetAndDestroy()))
  const late = await rawReceiver((socket) =>
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', () => socket.destroySoon()),
    ),
  )
  const noHttp = await rawReceiver((socket) => socket.end('220 mail\r\n'))

  expect(await newSender().post(to(early))).toMatchObject({ code: null, failure: 'aborted' })
  expect(await newSender().post(to(late))).toMatchObject({ code: 200, failure: 'aborted', body: 'half' })
  expect(await newSender().post(to(noHttp))).toMatchObject({ code: null, failure: 'aborted' })
})

test('a receiver that switches protocols is aborted', async () => {
  const url = await rawReceiver((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')),
  )

  expect(await newSender().post(to(url))).toMatchObject({ failure: 'aborted' })
})

test('a port where nobody listens refuses, in a try and in a check', async () => {
  const server = createSocketServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const url = `http://${LOCAL}:${port}/`

  expect(await newSender().post(to(url))).toMatchObject({ code: null, failure: 'refused' })
  expect(await newSender().check(url)).toBe('refused')
})

test('a host without an address, or whose name server never answers, is unresolved', async () => {
  const silent = newSender({ connectFor: 20, resolve: () => new Promise(() => undefined) })
  const failing = newSender({ resolve: () => Promise.reject(new Error('no such host')) })
  const empty = newSender({ resolve: () => Promise.resolve([]) })

  for (const sender of [silent, failing, empty])
    expect(await sender.check('https://receiver.example/')).toBe('unresolved')
})

test('a check connects and sends nothing', async () => {
  let connected = 0
  let received = ''
  const url = await rawReceiver((socket) => {
    connected += 1
    socket.on('data', (chunk) => (received += chunk.toString()))
  })

  expect(await newSender().check(url)).toBeNull()
  await vi.waitFor(() => expect(connected).toBe(1), patient(10 * SECOND))
  expect(received).toBe('')
})

test('a name is resolved anew for every try, and the connection goes where the answer said', async () => {
  const port = await listening(createServer((request, response) => response.end(`first ${request.headers.host}`)))
  await listening(
    createServer((request, response) => response.end(`second ${request.headers.host}`)),
    '127.0.0.2',
    port,
  )
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']]
  const asked: string[] = []
  const resolve = (host: string) => {
    asked.push(host)
    return Promise.resolve(answers.shift() ?? [])
  }
  const sender = newSender({ resolve })
  const url = `http://receiver.example:${port}/`

  const bodies = [await sender.post(to(url)), await sender.post(to(url)), await sender.post(to(url))]

  const host = `receiver.example:${port}`
  expect(bodies.map(({ body }) => body)).toEqual([`first ${host}`, `second ${host}`, `first ${host}`])
  expect(asked).toEqual(['receiver.example', 'receiver.example', 'receiver.example'])
})

test('the next address is tried where the first one refuses', async () => {
  const url = await receiver((_request, response) => response.end('here'))
  const sender = newSender({ resolve: () => Promise.resolve(['127.0.0.3', LOCAL]) })

  const answer = await sender.post(to(url.replace(LOCAL, 'receiver.example')))

  expect(answer).toMatchObject({ code: 200, body: 'here' })
})

test('a public address that becomes private before the next try is refused', async () => {
  const answers = [['2001:4860:4860::8888'], ['2001:4860:4860::8888', '10.0.0.1']]
  const sender = newSender({ strict: true, connectFor: 50, resolve: () => Promise.resolve(answers.shift() ?? []) })

  expect(await sender.check('https://receiver.example/')).not.toBe('private')
  expect(await sender.post(to('https://receiver.example/'))).toMatchObject({ code: null, failure: 'private' })
})

test.for([
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '１２７.０.０.１',
  '[::1]',
  '[::]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[2002:a00:1::]',
  '[fd00::1]',
  '[fe80::1]',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'intranet',
  'receiver.example.',
])('outside of sandbox mode the host %s is private', async (host) => {
  const resolve = vi.fn(() => Promise.resolve(['8.8.8.8']))

  expect(await newSender({ strict: true, resolve }).check(`https://${host}/`)).toBe('private')
  expect(resolve).not.toHaveBeenCalled()
})

test('outside of sandbox mode only https is used', async () => {
  const resolve = vi.fn(() => Promise.resolve(['8.8.8.8']))

  expect(await newSender({ strict: true, resolve }).check('http://receiver.example/')).toBe('tls')
  expect(await newSender().check('ftp://receiver.example/')).toBe('tls')
  expect(resolve).not.toHaveBeenCalled()
})

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** A certificate that is its own authority, and a server that shows it. */
async function tlsReceiver({ names = ['receiver.example'], until = DAY } = {}) {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=receiver',
    notBefore: new Date(Date.now() - 2 * DAY),
    notAfter: new Date(Date.now() + until),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: value === LOCAL ? ('ip' as const) : ('dns' as const), value })),
      ),
    ],
  })
  const ca = certificate.toString('pem')
  const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  const requests: string[] = []
  const server = createTlsServer({ key, cert: ca }, (request, response) => {
    requests.push(request.headers.host ?? '')
    response.end('secret kept')
  })
  server.on('tlsClientError', () => undefined)
  const port = await listening(server)
  return { ca, requests, port, url: `https://receiver.example:${port}/`, resolve: () => Promise.resolve([LOCAL]) }
}

test('a receiver with a valid certificate gets webhooks, by name and by address', async () => {
  const { ca, port, url, requests, resolve } = await tlsReceiver({ names: ['receiver.example', LOCAL] })
  const sender = newSender({ ca, resolve })

  expect(await sender.check(url)).toBeNull()
  expect(requests).toEqual([])
  expect(await sender.post(to(url))).toMatchObject({ code: 200, failure: null, body: 'secret kept' })
  expect(await sender.post(to(`https://${LOCAL}:${port}/`))).toMatchObject({ code: 200, failure: null })
  expect(requests).toEqual([`receiver.example:${port}`, `${LOCAL}:${port}`])
})

test('a certificate that nobody vouches for, an expired one and one for another name fail as tls', async () => {
  const unknown = await tlsReceiver()
  const expired = await tlsReceiver({ until: -DAY })
  const other = await tlsReceiver({ names: ['other.example'] })

  for (const { url, requests, ...options } of [{ ...unknown, ca: other.ca }, expired, other]) {
    const sender = newSender({ ca: options.ca, resolve: options.resolve })
    expect(await sender.check(url)).toBe('tls')
    expect(await sender.post(to(url))).toMatchObject({ code: null, failure: 'tls' })
    expect(requests).toEqual([])
  }
})

test('a receiver without TLS fails as tls, and one that never shakes hands times out', async () => {
  const plain = await rawReceiver((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const silent = await rawReceiver((socket) => socket.resume())

  expect(await newSender().check(plain.replace('http:', 'https:'))).toBe('tls')
  expect(await newSender({ connectFor: 50 }).check(silent.replace('http:', 'https:'))).toBe('timeout')
})

test('a second webhook uses the connection of the first', async () => {
  const ports: (number | undefined)[] = []
  const url = await receiver((request, response) => {
    ports.push(request.socket.remotePort)
    response.end()
  })
  const sender = newSender()

  await sender.post(to(url))
  await sender.post(to(url))

  const [first, second] = ports
  expect(second).toBe(first)
})

test('of many receivers only a few connections are kept', async () => {
  const server = createServer((_request, response) => response.end())
  const port = await listening(server, '0.0.0.0')
  const sender = newSender()
  const hosts = Array.from({ length: 100 }, (_, at) => `127.0.1.${at + 1}`)

  const answers = await Promise.all(hosts.map((host) => sender.post(to(`http://${host}:${port}/`))))

  expect(answers.every(({ failure }) => failure === null)).toBe(true)
  const open = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  await expect.poll(open).toBe(64)
})

test('a webhook on a kept connection that is reset goes out anew', async () => {
  const sockets = new Set<unknown>()
  let requests = 0
  const url = await receiver((request, response) => {
    requests += 1
    sockets.add(request.socket)
    if (requests === 2) request.socket.resetAndDestroy()
    else response.end(String(requests))
  })
  const sender = newSender()

  await sender.post(to(url))

  expect(await sender.post(to(url))).toMatchObject({ code: 200, failure: null, body: '3' })
  expect(sockets.size).toBe(2)
})

test('a sender that closes aborts its tries, in the look-up and in the answer', async () => {
  let asked = 0
  const url = await receiver(() => (asked += 1))
  const answering = newSender()
  const looking = newSender({ resolve: () => new Promise(() => undefined) })
  const tries = [answering.post(to(url)), looking.post(to('https://receiver.example/'))]
  await vi.waitFor(() => expect(asked).toBe(1), patient(10 * SECOND))

  await Promise.all([answering.close(), looking.close()])

  expect(await Promise.all(tries)).toMatchObject([{ failure: 'aborted' }, { failure: 'aborted' }])
  expect(await answering.post(to(url))).toMatchObject({ code: null, failure: 'aborted' })
})
