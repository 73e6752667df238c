import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface StubResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** An HTTP service on loopback that records requests and returns the chosen responses. */
export interface HttpStub {
  readonly base: string
  readonly requests: StubRequest[]
  readonly end: () => Promise<void>
}

export async function startHttpStub(
  answer: (request: StubRequest) => StubResponse | Promise<StubResponse>,
): Promise<HttpStub> {
  const requests: StubRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
    const { method = '', url = '', headers } = request
    const one = { method, target: url, headers, body: Buffer.concat(chunks).toString() }
    requests.push(one)
    const reply = await answer(one)
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  const end = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => void server.close(() => resolve()))
  }
  return { base: `http://127.0.0.1:${port}`, requests, end }
}
