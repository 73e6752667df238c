import { totalmem } from 'node:os'

/** Options of a new cluster: UTF-8 that sorts alike on every machine, checksums, and no access without a password. */
export const initdbOptions = [
  '--username=hongyan',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
] as const

const MIB = 2 ** 20
/**
 * A sixteenth of the machine's memory, or of what its container may use: the indexes of a month that messages are
 * written to, which no order of time keeps together, are then in memory. PostgreSQL uses it as it fills.
 */
const sharedBuffers = (): string => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return `${Math.min(1_024, Math.max(128, Math.floor(memory / 16 / MIB)))}MB`
}

/** Settings of the embedded server beyond PostgreSQL's defaults; durability stays as PostgreSQL ships it. */
export const serverSettings: Readonly<Record<string, string>> = {
  // PostgreSQL accepts connections by its socket file only.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // An error's statement and details may quote texts of customers, so only the server's own events are logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  shared_buffers: sharedBuffers(),
  max_wal_size: '4GB',
  // After a checkpoint the first change of a page writes the whole page. Few checkpoints spare most of it, and a start
  // after a crash reads at most these minutes, or 4 GB, again.
  checkpoint_timeout: '15min',
  // Short statements on few rows: planning for code generation costs more than it saves.
  jit: 'off',
  // To start a parallel worker takes longer than our statements.
  max_parallel_workers_per_gather: '0',
  // Statements find rows by keys, so a rough estimate chooses the same plans. A partition that grows from nothing is
  // analyzed again and again, and the usual sample of 30,000 rows with all their columns costs as much as many messages.
  default_statistics_target: '30',
  // Rows of the outbox, limits and balances change all day; their dead versions are vacuumed before they pile up.
  autovacuum_naptime: '10s',
}

/** Keeps the operator's locale and stray PG* settings from the database. */
export const postgresEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
