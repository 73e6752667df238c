import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import type { Command, CommandResult } from '../kit/command.ts'
import { listSetAside } from './set-aside.ts'

export interface GatewayCommandDeps {
  readonly pool: Pool
}

const MOST_LISTED = 10_000

async function list({ pool }: GatewayCommandDeps): Promise<CommandResult> {
  const messages = await listSetAside(alone(pool), MOST_LISTED)
  const lines = messages.map(
    ({ account, id, upstream, reason, at }) =>
      `${at.toISOString()} account ${account} message ${id} ${upstream}: ${reason}`,
  )
  return { line: lines.length === 0 ? 'No message is set aside.' : lines.join('\n'), json: messages }
}

export const gatewayCommands: readonly Command<GatewayCommandDeps>[] = [
  { name: 'message set-aside', usage: '[--json]', options: {}, arity: 0, run: list },
]
