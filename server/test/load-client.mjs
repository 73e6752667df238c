// Sends requests from a process of its own, so that a busy test delays none of them. Reads a plan (load.ts) from its
// standard input and writes the result to its standard output when the time is over and each request has its answer.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'

/** An impatient client: it ignores Retry-After, but not the way back and forth. */
const AFTER_REFUSAL = 100

const { address, millis, connections, requests, every } = JSON.parse(await text(process.stdin))
const agent = new Agent({ keepAlive: true, maxSockets: connections })
let started = performance.now()
const played = { statuses: {}, refusals: [], messages: 0, ids: [], latencies: [] }

function post({ key, body, idempotencyKey }) {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' }
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    const url = `${address}/?action=sms.message.send&accessKeyId=${key}`
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, chunks }))
      response.on('error', (error) => resolve({ status: error.code ?? error.message }))
    })
    sent.on('error', (error) => resolve({ status: error.code ?? error.message }))
    sent.end(body)
  })
}

function count(planned, { status, headers, chunks = [] }) {
  played.statuses[status] = (played.statuses[status] ?? 0) + 1
  if (status !== 200) {
    if (played.refusals.length < 5) played.refusals.push(`${status} ${Buffer.concat(chunks).toString()}`)
    return
  }
  if (headers['idempotent-replayed'] === undefined) played.messages += planned.recipients
  if (every !== undefined) {
    const { data } = JSON.parse(Buffer.concat(chunks))
    played.ids.push(...data.messages.map(({ id }) => id))
  }
}

/** One connection after another sends as fast as it gets answers. */
async function flood(nr) {
  await sleep(nr % 50)
  for (let turn = nr; performance.now() < started + millis; turn += connections) {
    const planned = requests[turn % requests.length]
    const answer = await post(planned)
    count(planned, answer)
    if (answer.status !== 200) await sleep(AFTER_REFUSAL)
  }
}

/**
 * Sends at fixed moments, over connections that are open before the first. A latency begins at its moment, so a late
 * answer does not hide those behind it.
 */
async function tick() {
  const first = requests[0]
  const opening = Array.from({ length: connections }, async () => count(first, await post(first)))
  await Promise.all(opening)
  started = performance.now()
  const open = []
  for (let nr = 0; nr * every < millis; nr += 1) {
    const due = started + nr * every
    await sleep(Math.max(0, due - performance.now()))
    const planned = requests[nr % requests.length]
    const answered = post(planned).then((answer) => {
      played.latencies.push(performance.now() - due)
      count(planned, answer)
    })
    open.push(answered)
  }
  await Promise.all(open)
}

if (every === undefined) await Promise.all(Array.from({ length: connections }, (_, nr) => flood(nr)))
else await tick()
process.stdout.write(JSON.stringify(played))
agent.destroy()
