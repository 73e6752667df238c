import { defineConfig } from 'vitest/config'

/** The root's vitest.config.ts measures it. */
const patience = Number(process.env['PATIENCE'] ?? 1)

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    globalSetup: 'global-setup.ts',
    setupFiles: ['each-file.ts'],
    // The files of a worker share a server, a PostgreSQL and a browser; two cores carry two sets.
    maxWorkers: 2,
    isolate: false,
    hookTimeout: 120_000 * patience,
    testTimeout: 120_000 * patience,
    expect: { poll: { timeout: 30_000 * patience } },
  },
})
