import { statSync } from 'node:fs'
import path from 'node:path'

/** PostgreSQL refuses to run as root, so under root it runs as nobody. */
const NOBODY_UID = 65_534

/**
 * The prefix that starts PostgreSQL's programs, and the owner of their files. In every form `setpriv` comes last,
 * because a change of user clears the parent-death signal: the kernel sends SIGINT, a fast shutdown, when this process
 * ends in any way.
 */
export interface PostgresUser {
  readonly uid: number
  readonly gid: number
  readonly prefix: readonly [string, ...string[]]
}

const stopWithParent = ['--pdeathsig', 'INT'] as const

/** The user for PostgreSQL. `needed` are the folders that PostgreSQL must be able to reach. */
export function postgresUser(needed: readonly string[]): PostgresUser {
  const self = process.getuid?.() ?? NOBODY_UID
  if (self !== 0) return { uid: self, gid: process.getgid?.() ?? NOBODY_UID, prefix: ['setpriv', ...stopWithParent] }
  if (needed.every(reachableByAll)) {
    const ids = ['--reuid', String(NOBODY_UID), '--regid', String(NOBODY_UID), '--clear-groups']
    return { uid: NOBODY_UID, gid: NOBODY_UID, prefix: ['setpriv', ...ids, ...stopWithParent] }
  }
  // Some folder is root's alone (/root, say): stay root to the file system, but be nobody in a user namespace.
  const namespace = ['--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`]
  return { uid: 0, gid: 0, prefix: ['unshare', ...namespace, 'setpriv', ...stopWithParent] }
}

function reachableByAll(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0
  const parent = path.dirname(folder)
  return open && (parent === folder || reachableByAll(parent))
}
