import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The address that a command needs to join a server on the same DATA_DIR. */
export interface Running {
  readonly process: number
  readonly databaseUrl: string
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'running.json')

/** Writes the file atomically and for our own user alone: the address holds the database's password. */
export function announce(dataDir: string, running: Running): void {
  const draft = `${fileOf(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(running), { mode: 0o600 })
  renameSync(draft, fileOf(dataDir))
}

export function retract(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** Reads the last announcement. After a crash its process may be gone: only the lock proves that a server runs. */
export function lastAnnouncement(dataDir: string): Running | null {
  try {
    // Only `announce` writes this file.
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Running
  } catch {
    return null
  }
}
