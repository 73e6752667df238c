import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Config } from '../config/config.ts'
import type { Schema } from '../db/schema.ts'
import { readAppeal } from '../features/support/tickets/appeal.ts'
import type { TicketCommandDeps } from '../features/support/tickets/commands.ts'
import type { TicketDeps } from '../features/support/tickets/deps.ts'
import { claimDiagnostics, diagnose } from '../features/support/tickets/diagnostics.ts'
import { mailCallback } from '../features/support/tickets/mail-callback.ts'
import type { UpkeepDeps } from '../features/support/tickets/upkeep.ts'
import { FILES } from '../features/uploads/files.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import type { Uploads } from '../uploads/uploads.ts'

interface TicketParts {
  readonly config: Pick<Config, 'support' | 'publicUrl' | 'port'>
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: SecretBox
}

/** The parts of tickets: their calls, their commands and their loop. */
export const ticketsOf = (parts: TicketParts): TicketDeps & TicketCommandDeps & UpkeepDeps => ({
  ...parts,
  hours: parts.config.support.hours,
  readAppeal,
  diagnose: (account, locale) => diagnose(parts, account, locale),
  claimDiagnostics: (tx, ticket, id) => claimDiagnostics(tx, parts, ticket, id),
  fileAddress: fileAddressOf(parts.config),
})

/** The address of an upload under its signed token. */
export const fileAddressOf =
  ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>) =>
  (token: string): string =>
    `${publicUrl ?? `http://localhost:${port}`}${FILES}/${token}`

/** Receives replies by email, where the installation has a mailbox for them. */
export async function receiveTicketMail(
  server: FastifyInstance,
  parts: TicketParts & { readonly log: Logger; readonly uploads: Uploads },
): Promise<void> {
  const { mail, hours } = parts.config.support
  if (mail !== null) await server.register(mailCallback({ ...parts, hours }, mail))
}
