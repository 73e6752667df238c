import type { Config } from './config/config.ts'
import { demoDeps, type DemoParts } from './compose/demo.ts'
import { readDestinations } from './compose/destinations.ts'
import { withCountries, withCountryCodes } from './compose/countries.ts'
import { withRecipientList } from './compose/people.ts'
import { accountEffects, invoiceCycle } from './compose/payments.ts'
import { reviewKinds, senderDeps } from './compose/reviews.ts'
import { sealedColumns } from './compose/sealed-columns.ts'
import { ticketsOf } from './compose/tickets.ts'
import { openKysely, openPool } from './db/connect.ts'
import { migrate, readMigrations } from './db/migrate.ts'
import type { Schema } from './db/schema.ts'
import { alone } from './db/tx.ts'
import { endSuspension } from './features/account/account/change.ts'
import { accountCommands } from './features/account/account/commands.ts'
import { filingCommands } from './features/messaging/senders/filings/commands.ts'
import { signatureCommands } from './features/messaging/senders/signatures/commands.ts'
import { analyticsCommands } from './features/messaging/analytics/commands.ts'
import { networkOnly } from './features/messaging/analytics/routes.ts'
import { peopleCommands } from './features/messaging/people/commands.ts'
import { credentialCommands } from './features/messaging/credentials/commands.ts'
import { demoCommands } from './features/demo/commands.ts'
import { fapiaoCommands } from './features/finance/fapiao/commands.ts'
import { invoiceCommands } from './features/finance/invoices/commands.ts'
import { costCommands } from './features/finance/prices/cost-commands.ts'
import { priceCommands } from './features/finance/prices/commands.ts'
import { incidentCommands } from './features/support/status/commands.ts'
import { reviewCommands } from './features/review/commands.ts'
import { secondFactorCommands } from './features/account/second-factor/commands.ts'
import { appealCommands } from './features/support/tickets/appeal-commands.ts'
import { ticketCommands } from './features/support/tickets/commands.ts'
import { gatewayCommands } from './gateway/commands.ts'
import { recordAct } from './audit/log.ts'
import { systemClock } from './kit/clock.ts'
import { type Command, operatorIn } from './kit/command.ts'
import type { Logger } from './kit/logger.ts'
import { keyCommands } from './keys/commands.ts'
import { type KeyDeps, openKeys } from './keys/open-keys.ts'
import { bookingCommands } from './payments/bookings/commands.ts'
import { paymentCommands } from './payments/commands.ts'
import { reconcileCommands } from './payments/reconcile/commands.ts'
import { sandboxMoneyCommands } from './payments/sandbox-money/retire.ts'
import { ledgerCommands } from './ledger/commands.ts'
import { doctorCommand } from './doctor.ts'
import { liveCheckCommand } from './live-check.ts'

/** The dependencies that every command is started with. */
export interface CommandDeps {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
}

/** All commands, each with the dependencies of its feature. */
export const commands: readonly Command<CommandDeps>[] = [
  ...onDatabase(accountCommands, withCountries),
  ...onDatabase(credentialCommands, (parts) => parts),
  ...onDatabase(secondFactorCommands, (parts) => parts),
  ...onDatabase(ledgerCommands, (parts) => parts),
  ...onDatabase(gatewayCommands, (parts) => parts),
  ...onDatabase(fapiaoCommands, (parts) => parts),
  ...onDatabase(priceCommands, (parts) => parts),
  ...onDatabase(costCommands, (parts) => parts),
  ...onDatabase(paymentCommands, (parts) => parts),
  ...onDatabase(reconcileCommands, (parts) => parts),
  ...onDatabase(sandboxMoneyCommands, (parts) => parts),
  ...onDatabase(bookingCommands, (parts) => ({ ...parts, accounts: accountEffects })),
  ...onDatabase(invoiceCommands, invoiceCycle),
  ...onDatabase(reviewCommands, reviewKinds),
  ...onDatabase(ticketCommands, ticketsOf),
  ...onDatabase(appealCommands, (parts) => ({ ...ticketsOf(parts), endSuspension })),
  ...onDatabase(filingCommands, senderDeps),
  ...onDatabase(signatureCommands, senderDeps),
  ...onDatabase(peopleCommands, withRecipientList),
  ...onDatabase(analyticsCommands, (parts) => ({
    ...parts,
    networkOnly: networkOnly(readDestinations(parts.config)),
  })),
  ...onDatabase(incidentCommands, withCountryCodes),
  ...onDatabase(demoCommands, demoDeps),
  ...keyCommands.map(withoutKeys),
  doctorCommand,
  liveCheckCommand,
]

/** A command about the keys runs also where the keys are wrong. */
function withoutKeys(row: Command<KeyDeps>): Command<CommandDeps> {
  const run: Command<CommandDeps>['run'] = async ({ config, log, databaseUrl }, args) => {
    const pool = openPool(databaseUrl, 4, log)
    try {
      await migrate(pool, readMigrations())
      return await row.run({ pool, config, columns: sealedColumns }, args)
    } finally {
      await pool.end()
    }
  }
  return { ...row, run }
}

type Parts = DemoParts

function onDatabase<Deps>(rows: readonly Command<Deps>[], depsOf: (parts: Parts) => Deps): Command<CommandDeps>[] {
  return rows.map((row) => ({
    ...row,
    run: async ({ config, log, databaseUrl }, args) => {
      const pool = openPool(databaseUrl, 2, log)
      try {
        await migrate(pool, readMigrations())
        const secrets = await openKeys({ pool, config, columns: sealedColumns })
        const outcome = await row.run(
          depsOf({ config, log, pool, db: openKysely<Schema>(pool), clock: systemClock, secrets }),
          args,
        )
        if (outcome.changed !== undefined) {
          const act = {
            ...outcome.changed,
            actor: 'staff',
            operator: operatorIn(args),
            action: row.name.replace(' ', '.'),
          } as const
          await recordAct(alone(pool), act, systemClock.now())
        }
        return outcome
      } finally {
        await pool.end()
      }
    },
  }))
}
