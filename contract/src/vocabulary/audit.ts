/**
 * The actor of a write: the owner, by a session or a right sign-in; a visitor who is not authenticated; staff on the
 * command line; or the server itself.
 */
export const auditActors = ['owner', 'visitor', 'staff', 'system'] as const
export type AuditActor = (typeof auditActors)[number]

/**
 * Begun: the call is still running, or its process stopped before it could record the outcome. Challenged: the first
 * step of a sign-in was right, and the second factor is due.
 */
export const auditOutcomes = ['begun', 'done', 'challenged', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]
