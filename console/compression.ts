import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/
/** Below this a compressed copy saves no packet. */
const WORTHWHILE_BYTES = 512

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < WORTHWHILE_BYTES) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** Writes a .br and a .gz beside every asset, because the server answers with files as they lie there. */
export function compression(): Plugin {
  return {
    name: 'hongyan:compression',
    apply: 'build',
    async writeBundle({ dir = '.' }) {
      const entries = await readdir(dir, { recursive: true })
      await Promise.all(entries.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(dir, name))))
    },
  }
}
