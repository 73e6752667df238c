import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { requireKey, type Storage } from './storage.ts'

const PRIVATE = 0o700

/** Objects in a folder for the server's user alone. The files to store must be on the same file system. */
export function diskStorage(folder: string): Storage {
  const folderOf = (key: string): string => path.join(folder, requireKey(key).slice(0, 2))
  const pathOf = (key: string): string => path.join(folderOf(key), key)
  return {
    async put(key, file) {
      await mkdir(folderOf(key), { recursive: true, mode: PRIVATE })
      await rename(file, pathOf(key))
      await sync(folderOf(key))
      await sync(folder)
    },
    async open(key) {
      const file = await open(pathOf(key)).catch(noneIfMissing)
      return file?.createReadStream() ?? null
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** A new name is on the disk once its folder is. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

function noneIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
