/** Who wrote something: the owner in a session, somebody without one (who signs in, resets a password), staff by the command line, or the product itself. */
export const auditActors = ['owner', 'visitor', 'staff', 'system'] as const
export type AuditActor = (typeof auditActors)[number]

/** Begun: the call has not ended, or its process did before it could say how. */
export const auditOutcomes = ['begun', 'done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]
