import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/test/free-port.ts'
import { until } from '../../server/test/house.ts'
import { cpuSeconds } from '../figures/cpu.ts'
import { type SinkCount, startSinkProcess } from './sink-process.ts'

const PROGRAMS = ['bearerbox', 'smsbox'] as const
type Program = (typeof PROGRAMS)[number]

/** Kannel's version where both of its programs are on the PATH, else null. */
export const kannelVersion: string | null = (() => {
  const [version] = PROGRAMS.map((program) => spawnSync(program, ['--version'], { encoding: 'utf8' }))
  const missing = PROGRAMS.some((program) => spawnSync(program, ['--version']).error !== undefined)
  return missing ? null : (/version `([^']+)'/.exec(`${version?.stdout}${version?.stderr}`)?.[1] ?? 'unknown')
})()

export interface KannelChoice {
  /** Requests receipts over SMPP and passes each to the customer's callback. */
  readonly receipts: boolean
  readonly window: number
}

/** A running Kannel with an SMSC and a customer for its callbacks. */
export interface Kannel {
  /** Takes messages under /cgi-bin/sendsms, user and password `bench`. */
  readonly address: string
  /** Takes receipts; null without them. */
  readonly callback: string | null
  /** Messages that the SMSC took. */
  readonly submitted: () => Promise<SinkCount>
  /** Messages that the SMSC took or, with receipts, whose callback arrived. */
  readonly finished: () => Promise<SinkCount>
  /** Seconds of processor time so far. */
  readonly cpu: () => Readonly<Record<Program, number>>
  readonly close: () => Promise<void>
}

/** Errors and worse. */
const LOG_LEVEL = 3

type Group = Readonly<Record<string, string | number>>

interface Ports {
  readonly admin: number
  readonly boxes: number
  readonly send: number
  readonly smsc: number
}

/** Stores messages in a file without fsync and receipts in memory: the fastest that Kannel offers. */
const configuration = (folder: string, ports: Ports, window: number): readonly Group[] => [
  {
    group: 'core',
    'admin-port': ports.admin,
    'admin-password': 'bench',
    'admin-allow-ip': '127.0.0.1',
    'smsbox-port': ports.boxes,
    'smsbox-interface': '127.0.0.1',
    'box-allow-ip': '127.0.0.1',
    'log-file': path.join(folder, 'bearerbox.log'),
    'log-level': LOG_LEVEL,
    'store-type': 'file',
    'store-location': path.join(folder, 'store'),
    'dlr-storage': 'internal',
    'sms-outgoing-queue-limit': -1,
  },
  {
    group: 'smsc',
    smsc: 'smpp',
    'smsc-id': 'sink',
    host: '127.0.0.1',
    port: ports.smsc,
    'smsc-username': 'bench',
    'smsc-password': 'bench',
    'system-type': 'bench',
    'transceiver-mode': 'true',
    'max-pending-submits': window,
    // message ids are hexadecimal in responses and in receipts
    'msg-id-type': '0x03',
  },
  {
    group: 'smsbox',
    'bearerbox-host': '127.0.0.1',
    'sendsms-port': ports.send,
    'sendsms-interface': '127.0.0.1',
    'log-file': path.join(folder, 'smsbox.log'),
    'log-level': LOG_LEVEL,
    'max-pending-requests': 512,
  },
  { group: 'sendsms-user', username: 'bench', password: 'bench', concatenation: 'true', 'max-messages': 5 },
  { group: 'sms-service', keyword: 'default', 'max-messages': 0, text: 'none' },
]

const written = (groups: readonly Group[]): string =>
  groups
    .map((group) =>
      Object.entries(group)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
    )
    .join('\n')

/** Starts Kannel with empty stores. Resolves when it is bound to the SMSC and takes messages. */
export async function startKannel({ receipts, window }: KannelChoice): Promise<Kannel> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-kannel-'))
  const smsc = await startSinkProcess<SinkCount & { readonly binds: number }>('smsc-sink.ts')
  const customer = await startSinkProcess<SinkCount>('callback-sink.ts')
  const ports = { admin: await freePort(), boxes: await freePort(), send: await freePort(), smsc: smsc.port }
  const file = path.join(folder, 'kannel.conf')
  writeFileSync(file, written(configuration(folder, ports, window)))
  const address = `http://127.0.0.1:${ports.send}`
  const boxes: ChildProcess[] = []
  const close = async (): Promise<void> => {
    for (const box of boxes.toReversed()) await killed(box)
    smsc.stop()
    customer.stop()
    rmSync(folder, { recursive: true })
  }
  try {
    boxes.push(start('bearerbox', file))
    await until(async () => (await smsc.count()).binds > 0)
    boxes.push(start('smsbox', file))
    await until(async () => (await fetch(address)).status > 0)
  } catch (error) {
    await close()
    throw error
  }
  const [bearerbox = 0, smsbox = 0] = boxes.map(({ pid }) => pid)
  return {
    address,
    callback: receipts ? `http://127.0.0.1:${customer.port}` : null,
    submitted: smsc.count,
    finished: receipts ? customer.count : smsc.count,
    cpu: () => ({ bearerbox: cpuSeconds([bearerbox]), smsbox: cpuSeconds([smsbox]) }),
    close,
  }
}

const start = (program: Program, file: string): ChildProcess =>
  spawn(program, ['-v', String(LOG_LEVEL + 1), file], { stdio: 'ignore' })

async function killed(box: ChildProcess): Promise<void> {
  if (box.exitCode !== null || box.signalCode !== null) return
  const ended = once(box, 'exit')
  box.kill('SIGKILL')
  await ended
}
