import { account } from './account.ts'
import { configuration } from './configuration.ts'
import { credentials } from './credentials.ts'
import { password } from './password.ts'
import { session } from './session.ts'
import { signup } from './signup.ts'
import { statistics } from './statistics.ts'
import { verification } from './verification.ts'

/** Every call the console can make and the server must answer. */
export const table = {
  session,
  signup,
  password,
  verification,
  account,
  credentials,
  configuration,
  statistics,
} as const
