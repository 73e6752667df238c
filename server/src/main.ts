import path from 'node:path'
import { startServer } from './compose.ts'
import { readConfig } from './config/config.ts'
import { exitWith, stopOnSignals } from './kit/process.ts'
import { newLogger } from './kit/logger.ts'

try {
  const config = readConfig(process.env, process.cwd())
  const server = await startServer(config, newLogger('info'), path.join(import.meta.dirname, '../console'))
  stopOnSignals(server.stop)
  for (const { identifier, password } of server.signIns) {
    process.stdout.write(`sign in as ${identifier} with the password ${password}\n`)
  }
  process.stdout.write(`ready ${server.address}\n`)
} catch (error) {
  exitWith(error)
}
