/**
 * The ways in which an owner can authenticate again (ruling 36). A password serves to step up, not as a second factor.
 */
export const stepUpWays = ['password', 'totp', 'passkey', 'recovery'] as const
export type StepUpWay = (typeof stepUpWays)[number]
export const secondFactorWays = ['totp', 'passkey', 'recovery'] as const
export type SecondFactorWay = (typeof secondFactorWays)[number]
