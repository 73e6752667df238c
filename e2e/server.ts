import { inject } from 'vitest'
import { closePagesOf } from './browser.ts'
import { commandLine, commonSettings, type RunningServer, runServer } from './run-server.ts'

export interface BuiltServer extends RunningServer {
  /** Runs `hongyan <args>` on the running server and returns its JSON. */
  readonly hongyan: (...args: readonly string[]) => Promise<unknown>
}

export interface OwnServer extends BuiltServer {
  readonly stop: () => Promise<void>
}

let common: BuiltServer | null = null

/** The server of this worker. Its accounts outlive a file, so each test signs in to one of its own. */
export function commonServer(): BuiltServer {
  if (common !== null) return common
  const servers = inject('servers')
  const server = servers[Number(process.env['VITEST_POOL_ID']) % servers.length]
  if (server === undefined) throw new Error('global-setup.ts started no server')
  common = { ...server, hongyan: commandLine(server.dataDir, commonSettings).run }
  return common
}

/** Starts a server without accounts, or with SEED the demo accounts, for a file that steers the clock, needs other settings or counts all messages. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const server = await runServer(settings, inject(settings['SEED'] === 'demo' ? 'demoDataDir' : 'emptyDataDir'))
  const commands = commandLine(server.dataDir, settings)
  const stop = async () => {
    commands.end()
    await closePagesOf(server.address)
    await server.stop()
  }
  return { ...server, hongyan: commands.run, stop }
}
