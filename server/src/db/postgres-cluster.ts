import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../kit/start-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { errorLine, runAs } from './postgres-process.ts'
import { initdbOptions } from './postgres-settings.ts'
import type { PostgresUser } from './postgres-user.ts'

export interface Cluster {
  /** PostgreSQL's data directory. */
  readonly data: string
  readonly password: string
}

/** The cluster under dataDir, made at the first start; an interrupted start leaves no usable half. */
export async function openCluster(dataDir: string, binaries: PostgresBinaries, user: PostgresUser): Promise<Cluster> {
  const data = path.join(dataDir, 'postgres')
  const passwordFile = path.join(dataDir, 'postgres.password')
  if (existsSync(data)) {
    giveToUser(data, user)
  } else {
    const password = randomBytes(24).toString('base64url')
    writeFileSync(passwordFile, password, { mode: 0o600, flush: true })
    await createCluster(dataDir, data, password, binaries, user)
  }
  return { data, password: readFileSync(passwordFile, 'utf8').trim() }
}

async function createCluster(
  dataDir: string,
  data: string,
  password: string,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  const draft = `${data}.new`
  const passwordFile = path.join(dataDir, 'initdb.password')
  rmSync(draft, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    makeFolderFor(draft, user)
    chownSync(passwordFile, user.uid, user.gid)
    await initdb(draft, passwordFile, binaries, user)
    renameSync(draft, data)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Creates the folder and gives it to PostgreSQL's user, who may not be allowed to create it. */
function makeFolderFor(folder: string, user: PostgresUser): void {
  mkdirSync(folder, { mode: 0o700 })
  chownSync(folder, user.uid, user.gid)
}

async function initdb(
  data: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  const child = runAs(user, binaries.initdb, [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...initdbOptions], data)
  const lines: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new StartError(`The database could not be made in ${data}: ${errorLine(lines)}`)
}

/**
 * Gives the folder to the current user for PostgreSQL. An earlier start by root may have used another one; a start by
 * any other user can only use a folder of its own.
 */
function giveToUser(data: string, user: PostgresUser): void {
  const { uid } = statSync(data)
  if (uid === user.uid) return
  if (process.getuid?.() !== 0) {
    throw new StartError(`${data} belongs to user ${uid}; start as that user or choose another DATA_DIR.`)
  }
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data])
}
