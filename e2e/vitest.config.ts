import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    globalSetup: 'global-setup.ts',
    // Each file starts a server, a PostgreSQL and a browser of its own, and mostly waits for them: two cores carry two sets.
    maxWorkers: 2,
    hookTimeout: 90_000,
    testTimeout: 90_000,
    // A machine may be slow, and nothing is asserted about that: whatever is polled for is waited for.
    expect: { poll: { timeout: 20_000 } },
  },
})
