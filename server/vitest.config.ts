import { defineConfig } from 'vitest/config'

/** The root's vitest.config.ts measures it. */
const patience = Number(process.env['PATIENCE'] ?? 1)

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['test/eager-stripe.ts'],
    // Files mostly wait, for PostgreSQL and for seconds to pass: two cores carry two beside the browser tests' two. With
    // three, the load of a slow machine grows past what its waits allow for.
    maxWorkers: 2,
    // No test leaves anything behind in a module, so each worker reads the product once and not once a file.
    isolate: false,
    hookTimeout: 180_000 * patience,
    testTimeout: 180_000 * patience,
    expect: { poll: { timeout: 30_000 * patience } },
  },
})
