import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import { StartError } from '../kit/start-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { postgresEnvironment, serverSettings } from './postgres-settings.ts'
import type { PostgresUser } from './postgres-user.ts'

const READY = 'database system is ready to accept connections'
const OLD_SERVER_SECONDS = 60
const STOP_MILLIS = 15 * SECOND

/** The parameters of a start, the same for every restart. */
export interface PostgresPlace {
  readonly binaries: PostgresBinaries
  readonly user: PostgresUser
  readonly data: string
  readonly sockets: string
}

/** Starts PostgreSQL and returns when it accepts connections. Throws its last log line when it ends before that. */
export async function launchPostgres(place: PostgresPlace): Promise<ChildProcess> {
  await outliveOldServer(place.data)
  const settings = { ...serverSettings, unix_socket_directories: `"${place.sockets}"` }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A session of its own: Ctrl-C goes to this process alone, which then stops PostgreSQL in order.
  const child = runAs(place.user, place.binaries.postgres, ['-D', place.data, ...options], place.data)
  const lines: string[] = []
  const ready = new Promise<true>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes(READY)) resolve(true)
      lines.push(...text.split('\n').filter((line) => line.trim() !== ''))
      lines.splice(0, lines.length - 20)
    })
  })
  if ((await Promise.race([ready, once(child, 'close')])) === true) return child
  throw new Error(errorLine(lines))
}

/** Stops PostgreSQL in order: no new connections, open transactions are rolled back, a checkpoint is written. */
export async function stopPostgres(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGINT')
  const hurry = setTimeout(() => child.kill('SIGQUIT'), STOP_MILLIS)
  await closed
  clearTimeout(hurry)
}

/** Runs one of PostgreSQL's programs as the user that it needs; this user must be able to enter `cwd`. */
export function runAs(user: PostgresUser, program: string, args: readonly string[], cwd: string): ChildProcess {
  const [command, ...before] = user.prefix
  const child = spawn(command, [...before, program, ...args], {
    cwd,
    env: postgresEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  child.on('error', () => undefined)
  return child
}

/** PostgreSQL's own error message, without its time stamp. */
export function errorLine(lines: readonly string[]): string {
  const line =
    lines.findLast((entry) => /FATAL|PANIC|error|could not/i.test(entry)) ?? lines.at(-1) ?? 'it ended silently'
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}

/**
 * Waits for the PostgreSQL of a killed server. This process holds DATA_DIR's lock, so a PostgreSQL that still runs
 * there is shutting down. A process id in the file may belong to another program by now. Then the file is deleted,
 * because PostgreSQL would refuse to start.
 */
async function outliveOldServer(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  const deadline = Date.now() + OLD_SERVER_SECONDS * 1000
  for (;;) {
    const old = processIn(file)
    if (old === null) return
    if (!worksIn(old, data)) return rmSync(file, { force: true })
    if (Date.now() > deadline) throw new StartError(`PostgreSQL, process ${old}, still runs in ${data}; stop it first.`)
    await sleep(10)
  }
}

function processIn(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10)
  } catch {
    return null
  }
}

/**
 * True where the process is a PostgreSQL of this folder, by its command line. A process that ended but was not reaped
 * has none.
 */
function worksIn(process: number, data: string): boolean {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').includes(`\0-D\0${data}\0`)
  } catch {
    return false
  }
}
