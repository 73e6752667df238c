/** How the owner of an account proves to be there once more (ruling 36). A password serves to confirm, never to sign in. */
export const stepUpWays = ['password', 'totp', 'passkey', 'recovery'] as const
export type StepUpWay = (typeof stepUpWays)[number]
export const secondFactorWays = ['totp', 'passkey', 'recovery'] as const
export type SecondFactorWay = (typeof secondFactorWays)[number]
