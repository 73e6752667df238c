import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse, until, untilEnded } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import {
  proveBalance,
  proveCounters,
  proveLedger,
  proveNoneLostNoneDoubled,
  proveRanks,
  recordStatuses,
} from './proof.ts'
import { randomFrom } from './random.ts'
import { startSending } from './retrying-clients.ts'

const FULL = process.env['SCALE'] === 'full'
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const MESSAGES = FULL ? 5_000 : 500
const OVER = FULL ? 20_000 : 1_500
const BALANCE = '10000'
const MINUTES = 60_000
/** Lines that say that PostgreSQL ended or does not start, which a full disk of its log causes a few times. */
const OF_POSTGRES = 10

/** A disk of its own for the data folder. */
const DISK = '512m'
const disk = mkdtempSync(path.join(tmpdir(), 'hongyan-disk-'))
const refused = mountDisk()
if (refused !== null) process.stdout.write(`the tests of a full disk are skipped: ${refused}\n`)

/** Mounts the disk. Returns the reason where this machine does not permit it. */
function mountDisk(): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'hongyan-test', disk], { stdio: 'pipe' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const ballast = path.join(disk, 'ballast')
const MEBIBYTE = Buffer.alloc(1024 * 1024)

/** Appends until nothing more fits. */
function fillDisk(): void {
  try {
    for (;;) appendFileSync(ballast, MEBIBYTE)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

let house: House
/** All messages that were accepted so far. */
const accepted: string[] = []

beforeAll(async () => {
  if (refused !== null) return
  buildServerOnce()
  house = await startHouse({ balance: BALANCE, sinkDelay: 5, settings: { DATA_DIR: path.join(disk, 'data') } })
  await recordStatuses(house)
})
afterAll(async () => {
  try {
    if (refused === null) await house.close()
  } finally {
    if (refused === null) execFileSync('umount', ['--lazy', disk])
    rmdirSync(disk)
  }
})

const isReady = (): Promise<boolean> =>
  fetch(`${house.address()}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Sends requests of its own until one is refused, because the gateway's tables cannot grow. */
async function untilRefused(): Promise<void> {
  const [credential] = house.credentials
  const url = `${house.address()}/?action=sms.message.send&accessKeyId=${credential?.key}`
  await until(async () => {
    const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ to: ['+14159990000'], text: 'Hello' }) })
    if (reply.status === 503) {
      expect(reply.headers.get('retry-after')).toBe('1')
      return true
    }
    const { data } = (await reply.json()) as { data: { messages: { id: string }[] } } // as the contract says
    accepted.push(...data.messages.map(({ id }) => id))
    return false
  })
}

/** The process id of a PostgreSQL helper that lives as long as PostgreSQL runs; null while it does not. */
const checkpointer = (): Promise<number | null> =>
  house.rows<{ pid: number }>(`select pid from pg_stat_activity where backend_type = 'checkpointer'`).then(
    ([helper]) => helper?.pid ?? null,
    () => null,
  )

/** Uses up the files of the write-ahead log: PostgreSQL ends when it cannot make the next one. */
async function untilPostgresEnds(): Promise<void> {
  const before = await checkpointer()
  await until(async () => {
    await house.rows(`select pg_logical_emit_message(true, '', ''), pg_switch_wal()`).catch(() => [])
    return (await checkpointer()) !== before
  })
}

const ways = [
  ['whose tables cannot grow', untilRefused],
  ['without room for the next write-ahead log', untilPostgresEnds],
] as const

test.runIf(refused === null).each(ways)(
  `a full disk %s loses and doubles no message (KILL_SEED=${seed})`,
  async (name, untilFull) => {
    const random = randomFrom(seed)
    const sending = startSending({ ...house, messages: MESSAGES, over: OVER, random, name: name.replaceAll(' ', '-') })
    const moment = random() * 0.9 * MESSAGES
    await until(async () => sending.ids.length >= moment)
    fillDisk()
    const began = { line: house.server.log().length, at: performance.now() }
    await untilFull()
    await until(async () => !(await isReady()))
    const lines = house.server.log().slice(began.line)
    expect(lines.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began.at) / 1_000) + OF_POSTGRES)
    expect(lines.filter((line) => line.includes('"stack"'))).toEqual([])
    rmSync(ballast)
    await until(isReady)
    await sending.done
    accepted.push(...sending.ids)
    await untilEnded(house)
    await proveNoneLostNoneDoubled(house, accepted)
    await proveRanks(house, accepted)
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
    await proveCounters(house)
  },
  patient(3 * MINUTES),
)
