import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { commandsOf } from './commands.ts'

const built = path.resolve(import.meta.dirname, '../.build/server')

export interface BuiltServer {
  /** Where it listens, without a trailing slash. */
  readonly address: string
  readonly dataDir: string
  /** Carries out `hongyan <words>` on the running server and answers what it found. */
  readonly hongyan: (...words: readonly string[]) => Promise<unknown>
  readonly stop: () => Promise<void>
}

/**
 * The product as `npm start` runs it, on a free port and a DATA_DIR of its own that is gone afterwards: a copy of one, or
 * a new one where there is none to copy.
 */
export async function runServer(settings: Record<string, string>, emptyDataDir: string | null): Promise<BuiltServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-e2e-'))
  const dataDir = path.join(folder, 'data')
  if (emptyDataDir !== null) await promisify(execFile)('cp', ['--archive', emptyDataDir, dataDir])
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', SEED: 'none', AVATAR_URL: 'none', ...settings }
  const child = spawn('node', [path.join(built, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const ended = once(child, 'close').then(() => rmSync(folder, { recursive: true }))
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (text: string) => {
      said.push(text)
      const address = /^ready (\S+)/m.exec(said.join(''))?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  const address = await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`the server did not start: ${said.join('')}`)
    }),
  ])
  const commands = commandsOf(path.join(built, 'cli.js'), { ...env, ...reachOf(env.DATA_DIR) })
  return {
    address,
    dataDir,
    hongyan: commands.run,
    stop: async () => {
      commands.end()
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A command finds its server by itself, but looks for half a second first whether there is none: so it is told. */
function reachOf(dataDir: string): Record<string, string> {
  const read = (file: string) => readFileSync(path.join(dataDir, file), 'utf8')
  const { databaseUrl } = JSON.parse(read('running.json')) as { readonly databaseUrl: string } // as the server writes it
  return { DATABASE_URL: databaseUrl, SECRET_KEYS: read('secret.key').trim() }
}
