import { account } from './account.ts'
import { configuration } from './configuration.ts'
import { connectivity } from './connectivity.ts'
import { credentials } from './credentials.ts'
import { lookup } from './lookup.ts'
import { password } from './password.ts'
import { plugins } from './plugins.ts'
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
  connectivity,
  lookup,
  plugins,
  statistics,
} as const
