import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    globalSetup: 'global-setup.ts',
    setupFiles: ['each-file.ts'],
    // The files of a worker share a server, a PostgreSQL and a browser; two cores carry two sets.
    maxWorkers: 2,
    isolate: false,
    hookTimeout: 90_000,
    testTimeout: 90_000,
    // No test asserts how fast a machine is: a poll ends early or not at all.
    expect: { poll: { timeout: 20_000 } },
  },
})
