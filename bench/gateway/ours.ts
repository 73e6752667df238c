import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '../../server/test/house.ts'
import { cpuSeconds } from '../figures/cpu.ts'
import { type Played, play } from '../load/play.ts'
import { writeRequests } from '../load/requests.ts'
import { layBeside } from './beside.ts'
import { type Kind, type KindName, kinds } from './kinds.ts'
import { microsPerMessage, type Run } from './run.ts'

/** More messages per second than the server accepts on any machine, one recipient or many to a request. */
const MOST_PER_SECOND = { single: 20_000, bulk: 80_000 }

export interface RunChoice {
  readonly round: number
  readonly seconds: number
  readonly connections: number
}

/** Plays one burst and follows its messages to their end. Nothing of it is left when this resolves. */
export async function measureOurs(house: House, name: KindName, choice: RunChoice): Promise<Run> {
  const kind: Kind = kinds[name]
  const clear = kind.beside === undefined ? async () => undefined : await layBeside(house, kind.beside)
  await (kind.receipts ? house.sink.unmute() : house.sink.mute())
  const before = { ...(await counted(house)), sink: await sinkCount(house), cpu: cpu(house) }
  const started = Date.now()
  const played = await playKind(house, kind, choice)
  const accepted = (await quiet(house)) - before.accepted
  if (accepted === 0) throw new Error(`none of ${played.requests} requests was accepted`)
  await handedOver(house)
  if (kind.receipts) await allDelivered(house)
  const receiptsUntil = Date.now()
  const after = { ...(await counted(house)), sink: await sinkCount(house), cpu: cpu(house) }
  const finished = kind.receipts ? after.delivered - before.delivered : after.sink.messages - before.sink.messages
  const until = kind.receipts ? receiptsUntil : Date.parse(after.sink.lastAt)
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

/** Reads the day's counters, which are exact and cheap to read. Messages that lie beside are not in them. */
async function counted({ rows }: House): Promise<{ readonly accepted: number; readonly delivered: number }> {
  const [found] = await rows<{ accepted: string; delivered: string }>(
    'select coalesce(sum(msg_cnt), 0) as accepted, coalesce(sum(succ_msg_cnt), 0) as delivered from daily',
  )
  return { accepted: Number(found?.accepted), delivered: Number(found?.delivered) }
}

/** Resolves with the messages accepted so far, when the requests that were on their way have come to their end. */
async function quiet(house: House): Promise<number> {
  for (let before = -1; ;) {
    const { accepted } = await counted(house)
    if (accepted === before) return accepted
    before = accepted
    await sleep(100)
  }
}

async function sinkCount({ sink }: House): Promise<{ readonly messages: number; readonly lastAt: string }> {
  const reply = await fetch(`${sink.address}/count`)
  return (await reply.json()) as { messages: number; lastAt: string } // as the sink says
}

/** Resolves when no accepted message of the load is in the outbox: all are handed over, and that is written down. */
async function handedOver(house: House): Promise<void> {
  for (;;) {
    const rows = await house.rows(
      'select from daily d where exists (select from outbox o where o.account_id = d.account_id) limit 1',
    )
    if (rows.length === 0) return
    await sleep(20)
  }
}

async function allDelivered(house: House): Promise<void> {
  for (;;) {
    const { accepted, delivered } = await counted(house)
    if (delivered === accepted) return
    await sleep(20)
  }
}
