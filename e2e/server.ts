import { inject } from 'vitest'
import { type BuiltServer, runServer } from './run-server.ts'

export type { BuiltServer }

/** The product as `npm start` runs it, on a free port and a DATA_DIR of its own without accounts, gone afterwards. */
export const startServer = (settings: Record<string, string> = {}): Promise<BuiltServer> =>
  runServer(settings, inject('emptyDataDir'))
