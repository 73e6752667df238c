import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { smsDlr, type SavedEndpoint, type WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { newEndpointSettings } from '@hongyan/contract/webhook-rules'
import type { SignedIn } from './world.ts'

export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A customer's server: it keeps what arrives, and answers as it is told. */
export interface TestReceiver {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  /** Answers with this status from now on. */
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void
  /** Answers nothing until it is told to answer again. */
  readonly hold: () => void
  readonly close: () => Promise<void>
}

export async function startReceiver(): Promise<TestReceiver> {
  const received: ReceivedWebhook[] = []
  let answer: { status: number; headers: Readonly<Record<string, string>> } | null = { status: 204, headers: {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString('utf8') })
      if (answer !== null) response.writeHead(answer.status, answer.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (status, headers = {}) => void (answer = { status, headers }),
    hold: () => void (answer = null),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const endpointForm = (choice: Partial<SavedEndpoint> & { readonly url: string }): SavedEndpoint => ({
  name: 'Orders',
  ...newEndpointSettings(),
  ...choice,
})

/** Adds an endpoint to those of an owner. */
export async function newEndpoint(
  owner: SignedIn,
  choice: Partial<SavedEndpoint> & { readonly url: string },
): Promise<WebhookEndpoint> {
  const { version, endpoints } = await owner.call(smsDlr.get)
  const kept = endpoints.map((endpoint) => savedOf(endpoint))
  const saved = await owner.call(smsDlr.save, { body: { version, endpoints: [...kept, endpointForm(choice)] } })
  const added = saved.endpoints.at(-1)
  if (added === undefined) throw new Error('the endpoint was not saved')
  return added
}

/** The form of an endpoint as it stands, to be saved again. */
export const savedOf = ({
  state: _state,
  disabled_reason: _reason,
  disabled_at: _at,
  failing_since: _failing,
  succeeded_at: _succeeded,
  waiting: _waiting,
  waiting_until: _until,
  old_secret_until: _old,
  created_at: _created,
  ...saved
}: WebhookEndpoint): SavedEndpoint => saved
