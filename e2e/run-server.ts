import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Commands, commandsOf } from './commands.ts'

const built = path.resolve(import.meta.dirname, '../.build/server')

type Settings = Readonly<Record<string, string>>

/** The server that most files share has the demo accounts, and visitors from several networks. */
export const commonSettings: Settings = { SEED: 'demo', AVATAR_URL_CN: 'none', TRUST_PROXY: 'loopback' }

export interface RunningServer {
  /** The URL it listens on, without a trailing slash. */
  readonly address: string
  readonly dataDir: string
}

/**
 * Starts the product as `npm start` does, on a free port. Its DATA_DIR is a copy of `from`, or a new one if that is
 * null, and is removed when it stops.
 */
export async function runServer(
  settings: Settings,
  from: string | null,
): Promise<RunningServer & { readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-e2e-'))
  const dataDir = settings['DATA_DIR'] ?? path.join(folder, 'data')
  if (from !== null) await promisify(execFile)('cp', ['--archive', from, dataDir])
  const env = environment(dataDir, settings)
  const child = spawn('node', [path.join(built, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const ended = once(child, 'close').then(() => rmSync(folder, { recursive: true }))
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (text: string) => {
      output.push(text)
      const address = /^ready (\S+)\n/m.exec(output.join(''))?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  const address = await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`the server did not start: ${output.join('')}`)
    }),
  ])
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { address, dataDir, stop }
}

/** The command line of a running server. Its address is passed, as finding the server takes a command half a second. */
export function commandLine(dataDir: string, settings: Settings): Commands {
  const read = (file: string) => readFileSync(path.join(dataDir, file), 'utf8')
  const { databaseUrl } = JSON.parse(read('running.json')) as { readonly databaseUrl: string } // as the server writes it
  const database = { DATABASE_URL: databaseUrl, SECRET_KEYS: read('secret.key').trim() }
  return commandsOf(path.join(built, 'cli.js'), { ...environment(dataDir, settings), ...database })
}

const environment = (dataDir: string, settings: Settings): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  PORT: '0',
  SEED: 'none',
  AVATAR_URL: 'none',
  ...settings,
  DATA_DIR: dataDir,
})
