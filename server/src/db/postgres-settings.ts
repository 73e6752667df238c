/** A cluster of this product: UTF-8 that sorts alike on every machine, checksums, and nobody in without a password. */
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

/** What the embedded server runs with beyond PostgreSQL's own defaults; durability stays as PostgreSQL ships it. */
export const serverSettings: Readonly<Record<string, string>> = {
  // Reached through a socket file alone.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // An error's statement and details may quote what customers wrote, so only the server's own life is told.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  // Short statements on few rows: planning for code generation costs more than it saves.
  jit: 'off',
  // Outbox, limits and balances are rewritten all day; their dead rows are swept before they pile up.
  autovacuum_naptime: '10s',
}

/** Neither the operator's locale nor stray PG* settings reach the database. */
export const postgresEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
