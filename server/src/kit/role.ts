/**
 * The part of the work that a process takes on: all of it, the calls of customers and their programs, or the work
 * behind them.
 */
export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

/** True where the process serves the console, its API and the send API. */
export const servesCalls = (role: Role): boolean => role !== 'worker'

/** True where the process drives links and runs the background loops. */
export const doesWork = (role: Role): boolean => role !== 'api'
