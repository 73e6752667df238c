import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface MailServer {
  readonly url: string
  /** The emails for an address, oldest first. */
  readonly emailsTo: (address: string) => readonly Email[]
  /** The conversations that emails for an address name, oldest first. */
  readonly threadsTo: (address: string) => readonly EmailThread[]
  stop(): Promise<void>
}

export interface Email {
  /** As `subject, blank line, plain text`. */
  readonly text: string
  /** The HTML part; null where there is none. */
  readonly html: string | null
}

/** The headers of an email that name its conversation; null where it has none. */
export interface EmailThread {
  readonly id: string | null
  readonly root: string | null
  readonly replyTo: string | null
}

interface StoredEmail extends Email {
  readonly to: string
  readonly thread: EmailThread
}

/** A minimal SMTP server that stores emails. It rejects every address that begins with bounce. */
export async function startMailServer(): Promise<MailServer> {
  const emails: StoredEmail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    converse(socket, (email) => emails.push(email))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `smtp://127.0.0.1:${port}`,
    emailsTo: (address) => emails.filter(({ to }) => to === address).map(({ text, html }) => ({ text, html })),
    threadsTo: (address) => emails.filter(({ to }) => to === address).map(({ thread }) => thread),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server that accepts connections and never responds. */
export async function startSilentServer(): Promise<Pick<MailServer, 'url' | 'stop'>> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `smtp://127.0.0.1:${port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function converse(socket: Socket, keep: (email: StoredEmail) => void): void {
  let received = ''
  let to = ''
  let inLetter = false
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const answer = (line: string): void => {
    const [, address = ''] = /^RCPT TO:<(.*)>/i.exec(line) ?? []
    if (address !== '') to = address
    if (/^RCPT/i.test(line)) return say(address.startsWith('bounce') ? '550 nobody here' : '250 ok')
    if (/^DATA/i.test(line)) {
      inLetter = true
      return say('354 go on')
    }
    return say(/^QUIT/i.test(line) ? '221 bye' : '250 ok')
  }
  say('220 test')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
    for (;;) {
      const end = inLetter ? '\r\n.\r\n' : '\r\n'
      const at = received.indexOf(end)
      if (at < 0) return
      const line = received.slice(0, at)
      received = received.slice(at + end.length)
      if (inLetter) {
        inLetter = false
        keep({ to, ...contentOf(line), thread: threadIn(line) })
        say('250 taken')
      } else answer(line)
    }
  })
}

function contentOf(email: string): Email {
  const [head, body] = divided(email)
  const subject = /^Subject: (.*)$/im.exec(head)?.[1] ?? ''
  const boundary = /boundary="([^"]+)"/i.exec(head)?.[1]
  const parts = boundary === undefined ? [email] : body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''))
  const partOf = (type: string): string | undefined => {
    const part = parts.find((each) => divided(each)[0].toLowerCase().includes(`content-type: ${type}`))
    return part && textOf(part)
  }
  return { text: `${decoded(subject)}\n\n${partOf('text/plain') ?? ''}`, html: partOf('text/html') ?? null }
}

function threadIn(email: string): EmailThread {
  const [head] = divided(email)
  const header = (name: string): string | null => new RegExp(`^${name}: (.*?)\\s*$`, 'im').exec(head)?.[1] ?? null
  return { id: header('Message-ID'), root: header('References'), replyTo: header('Reply-To') }
}

/** The head of an email or of one of its parts, with unfolded lines, and its body. */
function divided(part: string): readonly [head: string, body: string] {
  const gap = part.indexOf('\r\n\r\n')
  return [part.slice(0, gap).replaceAll(/\r\n\s+/g, ' '), part.slice(gap + 4)]
}

function textOf(part: string): string {
  const [head, body] = divided(part)
  const inBase64 = /^Content-Transfer-Encoding: base64$/im.test(head)
  return Buffer.from(body, inBase64 ? 'base64' : 'utf8')
    .toString('utf8')
    .replaceAll('\r\n', '\n')
    .trimEnd()
}

/** Decodes RFC 2047 headers in both encodings. */
const decoded = (header: string): string =>
  header.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=\s?/gi, (_, encoding: string, encoded: string) =>
    encoding.toLowerCase() === 'b'
      ? Buffer.from(encoded, 'base64').toString('utf8')
      : decodeURIComponent(encoded.replaceAll('_', ' ').replaceAll('=', '%')),
  )
