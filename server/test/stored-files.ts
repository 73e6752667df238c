import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { World } from './world.ts'

type Kept = Pick<World, 'pool' | 'config'>

/** The files below the folder of a world's uploads: objects and those that are arriving. */
export async function filesOf({ config }: Pick<Kept, 'config'>): Promise<readonly string[]> {
  const folder = path.join(config.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

/** All that uploads have left in a world: the number of rows, and the files. */
export async function leftBehind(world: Kept): Promise<{ rows: number; files: number }> {
  const { rows } = await world.pool.query<{ count: number }>('select count(*)::integer as count from upload')
  return { rows: rows[0]?.count ?? 0, files: (await filesOf(world)).length }
}
