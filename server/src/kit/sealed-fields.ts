/** The contexts that the secret box seals a credential's fields under; one moved to another row does not open. */
export const sealedSecret = (credential: string): string => `credential ${credential} secret`
export const sealedPassword = (credential: string): string => `credential ${credential} password`
