import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    // Each file starts a server, a PostgreSQL and a browser of its own, and mostly waits for them: two cores carry two sets.
    maxWorkers: 2,
    hookTimeout: 60_000,
    testTimeout: 60_000,
  },
})
