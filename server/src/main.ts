import path from 'node:path'
import { startServer } from './compose.ts'
import { readConfig } from './config/config.ts'
import { exitWith, stopOnSignals } from './kit/process.ts'
import { newLogger } from './kit/logger.ts'

try {
  const config = readConfig(process.env, process.cwd())
  const server = await startServer(config, newLogger('info'), path.join(import.meta.dirname, '../console'))
  stopOnSignals(server.stop)
  process.stdout.write(`ready ${server.address}\n`)
} catch (error) {
  exitWith(error)
}
