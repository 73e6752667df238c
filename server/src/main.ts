import path from 'node:path'
import { type Config, readConfig } from './config/config.ts'
import { isForNow } from './http/error-reply.ts'
import { exitWith, stopOnSignals } from './kit/process.ts'
import { newLogger } from './kit/logger.ts'
import { servesCalls } from './kit/role.ts'
import { type RunningServer, startServer } from './start-server.ts'

try {
  const config = readConfig(process.env, process.cwd())
  const server = await startServer(
    config,
    newLogger(config.logLevel, undefined, isForNow),
    path.join(import.meta.dirname, '../console'),
  )
  stopOnSignals(server.stop)
  process.stdout.write([...welcome(server, config), `ready ${server.address}`].map((line) => `${line}\n`).join(''))
} catch (error) {
  exitWith(error)
}

/** The lines after the start: addresses and sign-ins, where customers are served. */
function welcome({ address, signIns }: RunningServer, { sandbox, role }: Config): string[] {
  if (!servesCalls(role)) return []
  return [
    `console     ${address}`,
    `quickstart  ${address}/docs`,
    `send API    ${address}/?action=sms.message.send`,
    ...(sandbox ? [`inbox       ${address}/sandbox/inbox`] : []),
    ...signIns.map(({ identifier, password }) => `sign in as ${identifier} with the password ${password}`),
  ]
}
