import { cpSync } from 'node:fs'
import { defineConfig } from 'rolldown'

const outDir = '../.build/server'

/** Our own code and the contract become a few files; every package stays where npm put it. */
export default defineConfig({
  input: { main: 'src/main.ts', cli: 'src/cli.ts', 'pdf-worker': 'src/pdf-worker.ts' },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@hongyan/'),
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
