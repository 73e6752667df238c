import { createHash, createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALGORITHM, stringToSign } from '@hongyan/contract/public-api/signing'
import type { SendReply } from '@hongyan/contract/public-api/send'
import { below, type Random } from './random.ts'

/** A credential as the command line prints it. */
export interface IssuedCredential {
  readonly key: string
  readonly secret: string
  readonly mode: number
}

/** One request, repeated unchanged. */
interface PlannedRequest {
  readonly query: string
  readonly key: string
  readonly body: string
}

const CONNECTIONS = 12
/** A server takes a second and more to start: clients that asked more often would take the processor from it. */
const RETRY_AFTER = 100
const ANSWER_WITHIN = 8_000
const SHORT = 'Your parcel waits at the corner shop until Friday.'
const LONG = `${SHORT} `.repeat(5)

/** The messages that the server accepted. */
export interface Sending {
  /** Grows with each response. */
  readonly ids: readonly string[]
  /** Resolves once all messages are accepted. */
  readonly done: Promise<void>
}

export interface SendingPlan {
  readonly messages: number
  readonly address: () => string
  readonly credentials: readonly IssuedCredential[]
  readonly random: Random
  /** Begins the keys of the requests. Two plans for one server need two names. */
  readonly name?: string
  /** Milliseconds over which the requests are spread. Absent: as fast as the server responds. */
  readonly over?: number
}

/**
 * Sends through several keep-alive connections, to one or many recipients at a time. A client without a response
 * repeats the same request, with its Idempotency-Key, until there is one.
 */
export function startSending(plan: SendingPlan): Sending {
  const line = planned(plan)
  const pause = ((plan.over ?? 0) * CONNECTIONS) / line.length
  const ids: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const client = async (): Promise<void> => {
    for (let next = line.pop(); next !== undefined; next = line.pop()) {
      const reply = await untilAnswered(agent, plan.address, next)
      ids.push(...reply.messages.flatMap(({ id }) => id ?? []))
      if (pause > 0) await sleep(pause)
    }
  }
  const done = Promise.all(Array.from({ length: CONNECTIONS }, client)).then(() => agent.destroy())
  return { ids, done }
}

function planned({ messages, credentials, random, name = 'order' }: SendingPlan): PlannedRequest[] {
  const line: PlannedRequest[] = []
  for (let left = messages; left > 0;) {
    const size = random() < 0.6 ? 1 : Math.min(left, 2 + below(random, 29))
    const to = Array.from({ length: size }, () => numberOf(below(random, messages)))
    const body = JSON.stringify({ to, text: random() < 0.75 ? SHORT : LONG })
    const credential = credentials[line.length % credentials.length]
    if (credential === undefined) throw new Error('there is nobody to send as')
    const key = `${name}-${line.length}`
    line.push({ query: queryOf(credential, body, key), key, body })
    left -= size
  }
  return line
}

/** The number of a recipient. Some recipients repeat, so that counters of distinct recipients are tested. */
const numberOf = (which: number): string => `+14152${String(which % 1_000_000).padStart(6, '0')}`

function queryOf({ key, secret, mode }: IssuedCredential, body: string, nonce: string): string {
  const query = new Map([
    ['action', 'sms.message.send'],
    ['accessKeyId', key],
  ])
  if (mode === 2) {
    query.set('algorithm', ALGORITHM)
    query.set('timestamp', String(Date.now()))
    query.set('nonce', nonce)
    query.set('bodySha256', createHash('sha256').update(body).digest('hex'))
    query.set('signature', createHmac('sha256', secret).update(stringToSign(query)).digest('hex'))
  }
  return new URLSearchParams([...query]).toString()
}

/** No response, a refused connection and a 5xx are retried. A 4xx is a failure of the test. */
async function untilAnswered(agent: Agent, address: () => string, planned: PlannedRequest): Promise<SendReply> {
  for (;;) {
    const answer = await post(agent, address(), planned).catch(() => null)
    if (answer?.status === 200) return (JSON.parse(answer.text) as { data: SendReply }).data // as the contract says
    if (answer !== null && answer.status < 500) throw new Error(`refused with ${answer.status}: ${answer.text}`)
    await sleep(RETRY_AFTER)
  }
}

function post(agent: Agent, address: string, { query, key, body }: PlannedRequest) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const sent = request(`${address}/?${query}`, { method: 'POST', agent, headers, timeout: ANSWER_WITHIN })
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    sent.end(body)
  })
}
