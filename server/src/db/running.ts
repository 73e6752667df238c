import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What a command needs to join a server that already runs on the same DATA_DIR. */
export interface Running {
  readonly process: number
  readonly databaseUrl: string
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'running.json')

/** Whole or not at all, and for our own user alone: the address holds the database's password. */
export function announce(dataDir: string, running: Running): void {
  const draft = `${fileOf(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(running), { mode: 0o600 })
  renameSync(draft, fileOf(dataDir))
}

export function retract(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** What was announced last; after a crash it may be about a process that is gone, so only the lock tells who runs. */
export function whoRuns(dataDir: string): Running | null {
  try {
    // Written by `announce` alone.
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Running
  } catch {
    return null
  }
}
