import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { commonSettings, type RunningServer, runServer } from './run-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR as the first start without accounts leaves it. The servers of single files start on copies. */
    readonly emptyDataDir: string
    /** The same with the demo accounts. */
    readonly demoDataDir: string
    /** One running server per worker. */
    readonly servers: readonly RunningServer[]
  }
}

/**
 * Makes a database without accounts and one with the demo accounts, because a copy costs less than another one, and
 * starts the workers' servers on copies.
 */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  // The root's vitest.config.ts makes a folder in memory, where there is room.
  const folder = mkdtempSync(path.join(process.env['MEMORY_FOLDER'] ?? tmpdir(), 'hongyan-e2e-'))
  // The workers' servers have their data there, and their browsers their profiles.
  process.env['TMPDIR'] = folder
  const emptyDataDir = path.join(folder, 'data')
  await made({ DATA_DIR: emptyDataDir }, null)
  const demoDataDir = path.join(folder, 'demo')
  await made({ ...commonSettings, DATA_DIR: demoDataDir }, emptyDataDir)
  const workers = Array.from({ length: project.config.maxWorkers })
  const started = await Promise.all(workers.map(() => runServer(commonSettings, demoDataDir)))
  project.provide('emptyDataDir', emptyDataDir)
  project.provide('demoDataDir', demoDataDir)
  project.provide(
    'servers',
    started.map(({ address, dataDir }) => ({ address, dataDir })),
  )
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function made(settings: Readonly<Record<string, string>>, from: string | null): Promise<void> {
  const { stop } = await runServer(settings, from)
  await stop()
}
