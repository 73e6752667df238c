import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Builds the server if its sources changed, as `npm start` does. Files that run beside one another take turns: a build
 * empties its folder first, under the servers of another file.
 */
export function buildServerOnce(): void {
  const lock = path.join(root, 'tools/ready.mjs')
  execFileSync('flock', [lock, 'node', 'tools/ready.mjs', 'server'], { cwd: root, stdio: 'ignore' })
}

export interface ServerProcess {
  readonly pid: number
  /** The address in the server's ready line. Throws its output when it ends before that. */
  readonly ready: () => Promise<string>
  /** The lines of its log so far. */
  readonly log: () => readonly string[]
  readonly signal: (name: NodeJS.Signals) => void
  readonly ended: () => Promise<Ending>
}

export interface Ending {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The flags with which `npm start` runs Node. */
const startFlags = (): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  return scripts?.['start']?.match(/--\S+/g) ?? []
}

/** Starts the built server as an operator does, with no other environment than the given one. */
export const startProcess = (env: Record<string, string>): ServerProcess => run('main.js', [], env, startFlags())

/** Starts the built command line. */
export const startCommand = (args: readonly string[], env: Record<string, string>): ServerProcess =>
  run('cli.js', args, env, [])

function run(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  flags: readonly string[],
): ServerProcess {
  const child = spawn('node', [...flags, path.join(root, '.build/server', file), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', SEED: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const ending = once(child, 'close').then(() => ({ code: child.exitCode, ...said }))
  return {
    pid: child.pid ?? 0,
    ready: () => Promise.race([addressIn(child, () => said.stdout), ending.then(throwEnded)]),
    log: () => said.stdout.split('\n').filter((line) => line.startsWith('{')),
    signal: (name) => void child.kill(name),
    ended: () => ending,
  }
}

function addressIn(child: ChildProcess, stdout: () => string): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      const address = /^ready (\S+)\n/m.exec(stdout())?.[1]
      if (address !== undefined) resolve(address)
    }
    look()
    child.stdout?.on('data', look)
  })
}

function throwEnded({ code, stderr }: Ending): never {
  throw new Error(`the server ended with ${code}: ${stderr}`)
}
