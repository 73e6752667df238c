import { chownSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newKey } from '../kit/secret-box.ts'

/** The key file of an embedded installation: a copy of DATA_DIR is a complete backup. */
export const keyFileIn = (dataDir: string): string => path.join(dataDir, 'secret.key')

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** The keys of the key file, or null where there is none. */
export function readKeyFile(dataDir: string): string | null {
  try {
    return readFileSync(keyFileIn(dataDir), 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Makes the key file, readable by its owner alone. A file that exists stays as it is. */
export function makeKeyFile(dataDir: string): void {
  try {
    writeFileSync(keyFileIn(dataDir), `${newKey('k1')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Replaces the keys of the key file. A crash leaves the old keys or the new ones, never a part. */
export function replaceKeyFile(dataDir: string, keys: string): void {
  const file = keyFileIn(dataDir)
  const next = `${file}.new`
  const { uid, gid } = statSync(file)
  writeFileSync(next, `${keys}\n`, { mode: 0o600, flush: true })
  chownSync(next, uid, gid)
  renameSync(next, file)
  syncFolder(dataDir)
}

/** A rename is durable once its folder is. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
