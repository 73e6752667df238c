import { cpSync } from 'node:fs'
import { defineConfig } from 'rolldown'

const outDir = '../.build/server'

/**
 * The contract, and packages of hundreds of small files without dependencies: Node takes half a second longer to load
 * them one by one, at the start of the server and of every command. And file-type, whose version npm keeps below
 * `server/node_modules`, where the built files do not find it.
 */
const bundled = /^(?:@hongyan|kysely|zod|libphonenumber-js|file-type)\//

/** Our own code and the bundled packages become a few files; every other package stays where npm put it. */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    cli: 'src/cli.ts',
    'pdf-worker': 'src/pdf-worker.ts',
    'hash-worker': 'src/kit/hash-worker.ts',
    'recipient-worker': 'src/recipient-files/worker.ts',
  },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !bundled.test(`${id}/`),
  output: { dir: outDir, format: 'esm', sourcemap: true, cleanDir: true, chunkFileNames: '[name].js' },
  plugins: [
    {
      name: 'files-read-at-run-time',
      writeBundle: () => {
        cpSync('src/db/migrations', `${outDir}/migrations`, { recursive: true })
        cpSync('src/data', outDir, { recursive: true, filter: (file) => !file.endsWith('.ts') })
      },
    },
  ],
})
