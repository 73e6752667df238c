import { defineConfig } from 'vitest/config'

export default defineConfig({
  // No test leaves anything behind in a module, so each worker loads them once.
  test: { name: 'console', include: ['src/**/*.test.ts'], maxWorkers: 2, isolate: false },
})
