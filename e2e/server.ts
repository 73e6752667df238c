import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const built = path.resolve(import.meta.dirname, '../.build/server')

export interface BuiltServer {
  /** Where it listens, without a trailing slash. */
  readonly address: string
  readonly dataDir: string
  /** Carries out `hongyan <words>` on the running server and answers what it found. */
  readonly hongyan: (...words: readonly string[]) => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** The product as `npm start` runs it, on a free port and a new, empty DATA_DIR that is gone afterwards. */
export async function startServer(settings: Record<string, string> = {}): Promise<BuiltServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-e2e-'))
  const dataDir = path.join(folder, 'data')
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
  return {
    address,
    dataDir,
    hongyan: async (...words) => {
      const { stdout } = await promisify(execFile)('node', [path.join(built, 'cli.js'), ...words, '--json'], { env })
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? 'null')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
