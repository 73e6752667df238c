/**
 * The actor of a write: the owner in a session, a visitor without one (signing in, resetting a password), staff on the
 * command line, or the server itself.
 */
export const auditActors = ['owner', 'visitor', 'staff', 'system'] as const
export type AuditActor = (typeof auditActors)[number]

/** Begun: the call is still running, or its process stopped before it could record the outcome. */
export const auditOutcomes = ['begun', 'done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]
