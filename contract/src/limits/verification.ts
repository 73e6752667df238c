import { DAY } from '../durations.ts'

/** Numbers of identity verification (screens S12). Durations are milliseconds unless named otherwise. */
export const verification = {
  name: { min: 2, max: 100 },
  address: { min: 5, max: 200 },
  useCase: { min: 10, max: 300 },
  registrationNumber: { min: 4, max: 32 },
  documentNumber: { min: 4, max: 32 },
  websiteMax: 200,
  /** Messages of a month. */
  monthlyVolume: { min: 1, max: 100_000_000 },
  countries: 60,
  /** The youngest age of a person who verifies, in years. */
  age: 18,
  /** The most accounts of one identity, and the most submissions of an account in a day of its zone. */
  accountsOfIdentity: 3,
  submissionsPerDay: 5,
  draftKeptFor: 30 * DAY,
  /** The uploaded images are deleted so long after the decision. */
  imagesKeptFor: 30 * DAY,
  /** An approval is valid for a year; the account then stays verified for the grace period. */
  validDays: 365,
  graceDays: 30,
  /** Days before the end of an approval on which the owner is reminded; 0 is its last moment. */
  remindOn: [30, 7, 1, 0],
} as const
