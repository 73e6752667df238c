import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Heard {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Said {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** A service on loopback that keeps what it was asked and answers what it is told to. */
export interface Wire {
  readonly base: string
  readonly heard: Heard[]
  readonly end: () => Promise<void>
}

export async function startWire(answer: (heard: Heard) => Said | Promise<Said>): Promise<Wire> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
    const { method = '', url = '', headers } = request
    const one = { method, target: url, headers, body: Buffer.concat(chunks).toString() }
    heard.push(one)
    const said = await answer(one)
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(said.body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  const end = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => void server.close(() => resolve()))
  }
  return { base: `http://127.0.0.1:${port}`, heard, end }
}
