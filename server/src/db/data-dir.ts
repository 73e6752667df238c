import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../kit/start-error.ts'
import { lastAnnouncement } from './running.ts'

const BUSY = 75
/** The longest wait for the lock, in seconds. A killed server releases its lock within milliseconds. */
const PATIENCE_SECONDS = 0.5

/** Creates the folder where it is missing and returns its real path. */
export function openDataDir(dataDir: string): string {
  const parent = path.dirname(dataDir)
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made: there is no folder ${parent}.`)
  }
  try {
    // Other users may pass through, because under root PostgreSQL runs as another user; the folders inside are closed.
    mkdirSync(dataDir, { mode: 0o711 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusable(dataDir, error)
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(dataDir, error)
  }
  return realpathSync(dataDir)
}

export interface DataDirLock {
  readonly release: () => Promise<void>
}

/**
 * Locks the folder for this process, or returns null when another process holds the lock. A child holds the kernel's
 * lock as long as our end of its pipe is open, so the lock is free again however this process ends.
 */
export async function tryLock(dataDir: string): Promise<DataDirLock | null> {
  const options = ['--timeout', String(PATIENCE_SECONDS), '--conflict-exit-code', String(BUSY)]
  const child = spawn('flock', [...options, path.join(dataDir, 'lock'), 'sh', '-c', 'echo locked; exec cat'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const outcome = await Promise.race([
    once(child.stdout, 'data').then(() => 'locked' as const),
    once(child, 'close').then(([code]: unknown[]) => code),
  ]).catch((error: unknown) => {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be locked: ${error instanceof Error ? error.message : 'no flock'}.`,
    )
  })
  if (outcome === BUSY) return null
  if (outcome !== 'locked') throw new StartError(`DATA_DIR ${dataDir} cannot be locked: ${errors.join('').trim()}.`)
  child.unref()
  return {
    release: async () => {
      if (child.exitCode !== null) return
      const closed = once(child, 'close')
      child.ref()
      child.stdin.end()
      await closed
    },
  }
}

export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const lock = await tryLock(dataDir)
  if (lock !== null) return lock
  const running = lastAnnouncement(dataDir)
  const who = running === null ? '' : ` (process ${running.process})`
  throw new StartError(`${dataDir} is in use by another Hongyan${who}.`)
}

const unusable = (dataDir: string, error: unknown): StartError =>
  new StartError(`DATA_DIR ${dataDir} cannot be used: ${codeOf(error) ?? 'it failed'}.`)

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
