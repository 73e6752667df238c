/**
 * The contexts under which the secret box seals a credential's fields. A field that is moved to another row cannot be
 * opened.
 */
export const sealedSecret = (credential: string): string => `credential ${credential} secret`
export const sealedPassword = (credential: string): string => `credential ${credential} password`

/** The context of a channel's secrets, one sealed JSON object by field. */
export const sealedUpstreamSecrets = (upstream: string): string => `upstream ${upstream} secrets`
