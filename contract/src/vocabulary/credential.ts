/** Specification section 3, "Auth mode". */
export const AuthMode = { Simple: 1, Hmac: 2 } as const
export type AuthMode = (typeof AuthMode)[keyof typeof AuthMode]

/** Types 4 and 5 come from the specification; ordinary keys are 1. */
export const CredentialType = { Ordinary: 1, Smpp: 4, Admin: 5 } as const
export type CredentialType = (typeof CredentialType)[keyof typeof CredentialType]

/** The list filter's `status`. 0 is enabled, and every existing credential is enabled. */
export const CredentialStatus = { Enabled: 0 } as const
export type CredentialStatus = (typeof CredentialStatus)[keyof typeof CredentialStatus]
