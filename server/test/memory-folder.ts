import { tmpdir } from 'node:os'

/** The folder for databases and files that end with their test: in memory, where the root's vitest.config.ts found room. */
export const memoryFolder = (): string => process.env['MEMORY_FOLDER'] ?? tmpdir()
