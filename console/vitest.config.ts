import { defineConfig } from 'vitest/config'

export default defineConfig({
  // No test leaves anything behind in a module, so each worker loads them once.
  test: {
    name: 'console',
    include: ['src/**/*.test.ts'],
    maxWorkers: 2,
    isolate: false,
    // A test that computes for seconds takes minutes beside other work. The limit ends those that never would.
    testTimeout: 300_000,
  },
})
