import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '../../server/test/house.ts'
import { cpuSeconds } from '../figures/cpu.ts'
import { type Played, play } from '../load/play.ts'
import { writeRequests } from '../load/requests.ts'
import { isAllDelivered } from '../webhooks/endpoints.ts'
import { layBeside } from './beside.ts'
import { layGuards } from './guards.ts'
import { type Kind, type KindName, kinds } from './kinds.ts'
import { layWebhook } from './webhook.ts'
import { microsPerMessage, type Run } from './run.ts'

/** More messages per second than the server accepts on any machine, one recipient or many to a request. */
const MOST_PER_SECOND = { single: 20_000, bulk: 80_000 }

/** Milliseconds without a change after which a run is over; more where responses took longer. */
const SHORTEST_REST = 500

/** Milliseconds between two reads of the counters, which cost PostgreSQL a millisecond each. */
const POLL_EVERY = 100

/** Milliseconds without a change after which messages that wait will not move: a muted sink says nothing of them. */
const LONGEST_REST = 120_000

export interface RunChoice {
  readonly round: number
  readonly seconds: number
  readonly connections: number
}

/** Plays one burst and follows its messages to their end. Nothing of it is left when this resolves. */
export async function measureOurs(house: House, name: KindName, choice: RunChoice): Promise<Run> {
  const kind: Kind = kinds[name]
  const clear = await prepared(house, kind)
  await (kind.receipts ? house.sink.unmute() : house.sink.mute())
  const before = await stateOf(house)
  const started = Date.now()
  const played = await playKind(house, kind, choice)
  const after = await atRest(house, kind, Math.max(SHORTEST_REST, played.p99Millis))
  const accepted = after.accepted - before.accepted
  if (accepted === 0) throw new Error(`none of ${played.requests} requests was accepted`)
  const finished = kind.receipts ? after.delivered - before.delivered : after.sink.messages - before.sink.messages
  const until = kind.receipts ? after.at : Date.parse(after.sink.lastAt)
  await clear()
  await house.sink.unmute()
  await allDelivered(house)
  return {
    kind: name,
    round: choice.round,
    ...played,
    accepted,
    finished,
    perSecond: finished / ((until - started) / 1000),
    cpu: microsPerMessage(before.cpu, after.cpu, finished),
  }
}

/** Lays what the kind needs beside its load. Returns the call that removes it. */
async function prepared(house: House, { beside, webhook, guarded }: Kind): Promise<() => Promise<void>> {
  if (guarded === true) return layGuards(house)
  if (beside !== undefined) return layBeside(house, beside)
  return webhook === undefined ? () => Promise.resolve() : layWebhook(house, webhook)
}

async function playKind(house: House, kind: Kind, { seconds, connections }: RunChoice): Promise<Played> {
  const { signed = false, recipients = 1 } = kind
  const file = path.join(tmpdir(), `hongyan-requests-${process.pid}`)
  const most = recipients === 1 ? MOST_PER_SECOND.single : MOST_PER_SECOND.bulk
  const [simple, hmac] = house.credentials.map((credential) => [credential])
  const credentials = kind.accounts === undefined ? (signed ? hmac : simple) : house.accounts.slice(0, kind.accounts)
  writeRequests(file, {
    credentials: credentials ?? [],
    signed,
    recipients,
    count: Math.ceil((most * seconds) / recipients),
  })
  try {
    return await play({ address: house.address(), connections, seconds, file })
  } finally {
    rmSync(file)
  }
}

/** Seconds so far, of all processes of ours. */
const cpu = ({ processes }: House) => {
  const { server, postgres } = processes()
  return { server: cpuSeconds([server]), PostgreSQL: cpuSeconds(postgres) }
}

interface Counters {
  readonly accepted: number
  readonly delivered: number
}

interface State extends Counters {
  readonly at: number
  readonly sink: { readonly messages: number; readonly lastAt: string }
  readonly cpu: Readonly<Record<string, number>>
}

/** Reads the day's counters, which are exact and cheap to read. Messages that lie beside are not in them. */
async function counted({ rows }: House): Promise<Counters> {
  const [found] = await rows<{ accepted: string; delivered: string }>(
    `select coalesce(sum(msg_cnt), 0) as accepted, coalesce(sum(succ_msg_cnt), 0) as delivered from daily`,
  )
  return { accepted: Number(found?.accepted), delivered: Number(found?.delivered) }
}

/** Finds messages of the run in the outbox. It reads past dead rows, so it is not read while the run goes on. */
async function isInOutbox({ rows }: House): Promise<boolean> {
  const found = await rows(
    `select from daily d where exists (select from outbox o where o.account_id = d.account_id) limit 1`,
  )
  return found.length > 0
}

const stateOf = async (house: House, counters?: Counters): Promise<State> => ({
  ...(counters ?? (await counted(house))),
  at: Date.now(),
  sink: await sinkCount(house),
  cpu: cpu(house),
})

/**
 * Resolves when the outbox is empty, all awaited receipts are counted and nothing has changed for `rest` milliseconds:
 * requests that the load client broke off may be accepted later. The state is that of the last change, with all
 * processor time until the outbox was found empty.
 */
async function atRest(house: House, kind: Kind, rest: number): Promise<State> {
  let last = await stateOf(house)
  for (;;) {
    await sleep(POLL_EVERY)
    const { accepted, delivered } = await counted(house)
    const sinkMessages = (await sinkCount(house)).messages
    const isSame = accepted === last.accepted && delivered === last.delivered && sinkMessages === last.sink.messages
    if (!isSame) last = await stateOf(house, { accepted, delivered })
    if (Date.now() - last.at < rest || (kind.receipts === true && delivered !== accepted)) continue
    if (kind.webhook?.sent === true && !(await isAllDelivered(house))) continue
    if (!(await isInOutbox(house))) return { ...last, cpu: cpu(house) }
    if (Date.now() - last.at > LONGEST_REST) throw new Error('messages stay in the outbox')
  }
}

async function sinkCount({ sink }: House): Promise<{ readonly messages: number; readonly lastAt: string }> {
  const reply = await fetch(`${sink.address}/count`)
  return (await reply.json()) as { messages: number; lastAt: string } // as the sink says
}

async function allDelivered(house: House): Promise<void> {
  for (;;) {
    const { accepted, delivered } = await counted(house)
    if (delivered === accepted) return
    await sleep(20)
  }
}
