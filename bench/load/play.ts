import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** What one burst of load came to, as its client saw it. */
export interface Played {
  readonly requests: number
  readonly seconds: number
  readonly failed: number
  readonly p50Millis: number
  readonly p99Millis: number
}

export interface PlayChoice {
  readonly address: string
  readonly connections: number
  readonly seconds: number
  /** As `writeRequests` wrote them. */
  readonly file: string
}

/** The load comes from a process of its own: wrk where it is installed, else a client of ours. */
export const loadProgram = spawnSync('wrk', ['-v']).error === undefined ? 'wrk' : 'node'

const here = import.meta.dirname

export async function play(choice: PlayChoice): Promise<Played> {
  const [program, args] = loadProgram === 'wrk' ? wrk(choice) : client(choice)
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 24 })
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Played // both write it as their last line
}

const wrk = ({ address, connections, seconds, file }: PlayChoice): [string, string[]] => [
  'wrk',
  [
    `-t1`,
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '10s',
    '-s',
    path.join(here, 'send.lua'),
    address,
    '--',
    file,
  ],
]

const client = ({ address, connections, seconds, file }: PlayChoice): [string, string[]] => [
  path.resolve(here, '../../node_modules/.bin/tsx'),
  [path.join(here, 'client.ts'), address, String(connections), String(seconds), file],
]
