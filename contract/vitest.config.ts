import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The modules keep no state, so each worker loads them once.
  test: {
    name: 'contract',
    include: ['src/**/*.test.ts'],
    maxWorkers: 2,
    isolate: false,
    // A test that computes for seconds takes minutes beside other work. The limit ends those that never would.
    testTimeout: 300_000,
  },
})
