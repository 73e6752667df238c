import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartError } from '../kit/start-error.ts'
import type { PostgresUser } from './postgres-user.ts'

/** The kernel allows 107 bytes for a socket's path (104 elsewhere); PostgreSQL appends `/.s.PGSQL.5432.lock`. */
const MAX_PATH = 104 - '/.s.PGSQL.5432.lock'.length

/** A short path for any DATA_DIR, named by our user and the folder that it serves. */
export function socketDirFor(dataDir: string): string {
  const owner = process.getuid?.() ?? 0
  const name = `hongyan-${owner}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  const inTmp = path.join(tmpdir(), name)
  return Buffer.byteLength(inTmp) <= MAX_PATH ? inTmp : path.join('/tmp', name)
}

/** Makes the folder. Throws where another user made it first. */
export function makeSocketDir(folder: string, user: PostgresUser): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const self = process.getuid?.() ?? user.uid
  const found = lstatSync(folder)
  const ours = found.uid === user.uid || found.uid === self
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new StartError(`${folder} is in the way of the database's socket; remove it.`)
  }
  if (found.uid !== user.uid) chownSync(folder, user.uid, user.gid)
}
