import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { gzipAsync } from '@gfx/zopfli'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/
/** Below this size a compressed copy saves no packet. */
const WORTHWHILE_BYTES = 512
/** Zopfli saves 3.5 % over zlib at twenty times its cost, so it packs only files that count against a first load. */
const FIRST_LOAD = /\/(?:react|base|console|home-page|login)-[^/]+\.(?:js|css)$/
/** More iterations save less than ten bytes a file. */
const ZOPFLI = { numiterations: 5 }

const gzipped = (file: string, bytes: Buffer): Promise<Uint8Array> =>
  FIRST_LOAD.test(file) ? gzipAsync(bytes, ZOPFLI) : promisify(gzip)(bytes, { level: 9 })

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < WORTHWHILE_BYTES) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${file}.gz`, await gzipped(file, bytes))
}

/** Writes a .br and a .gz beside every asset, because the server serves files as they are. */
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
