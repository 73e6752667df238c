import { defineConfig } from 'vitest/config'

export default defineConfig({
  // No module of it keeps anything, so each worker reads it once.
  test: { name: 'contract', include: ['src/**/*.test.ts'], maxWorkers: 4, isolate: false },
})
