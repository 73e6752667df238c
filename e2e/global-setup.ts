import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { runServer } from './run-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR as the first start leaves it, which each server's own is a copy of. */
    readonly emptyDataDir: string
  }
}

/** Making a database takes longer than a copy of one, so it is made once. */
export default async function makeDataDir(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-e2e-'))
  const dataDir = path.join(folder, 'data')
  const server = await runServer({ DATA_DIR: dataDir }, null)
  await server.stop()
  project.provide('emptyDataDir', dataDir)
  return () => rmSync(folder, { recursive: true })
}
