import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { commonSettings, type RunningServer, runServer } from './run-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR as the first start leaves it. The servers of single files start on copies. */
    readonly emptyDataDir: string
    /** One running server per worker. */
    readonly servers: readonly RunningServer[]
  }
}

/** Makes a database once, because a copy costs less than another one, and starts the workers' servers on copies. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-e2e-'))
  // The workers' browsers leave their profiles there.
  process.env['TMPDIR'] = folder
  const emptyDataDir = path.join(folder, 'data')
  const first = await runServer({ DATA_DIR: emptyDataDir }, null)
  await first.stop()
  const workers = Array.from({ length: project.config.maxWorkers })
  const started = await Promise.all(workers.map(() => runServer(commonSettings, emptyDataDir)))
  project.provide('emptyDataDir', emptyDataDir)
  project.provide(
    'servers',
    started.map(({ address, dataDir }) => ({ address, dataDir })),
  )
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
