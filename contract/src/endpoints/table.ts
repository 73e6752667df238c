import { account } from './account.ts'
import { configuration } from './configuration.ts'
import { credentials } from './credentials.ts'
import { session } from './session.ts'
import { statistics } from './statistics.ts'

/** Every call the console can make and the server must answer. */
export const table = { session, account, credentials, configuration, statistics } as const
