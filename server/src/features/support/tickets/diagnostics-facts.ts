import { DAY } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { AccountStatus, Locale, Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { WebhookDisabledReason } from '@hongyan/contract/vocabulary/webhook'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { firstIdAt } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'

/** An error code with the number of messages or requests that ended with it. */
export interface ErrorCount {
  readonly code: string
  readonly count: number
}

export interface AccountFacts {
  readonly partition: Partition
  readonly locale: Locale
  readonly status: AccountStatus
  readonly level: TrustLevel
  readonly verified: boolean
}

export interface CredentialFacts {
  readonly type: CredentialType
  readonly mode: AuthMode
  /** The last characters of the AccessKey ID, which alone is a secret in simple mode. */
  readonly ending: string
  readonly last_used_at: Date | null
}

export interface EndpointFacts {
  readonly url: string
  readonly on: boolean
  readonly disabled: WebhookDisabledReason | null
  readonly failing_since: Date | null
  readonly succeeded_at: Date | null
  /** The HTTP status of the last try; null where it got none or there was none. */
  readonly last_code: number | null
}

/** The state of an account that explains most problems. No text, no recipient, and of a key its end alone. */
export interface DiagnosticFacts {
  readonly account: AccountFacts
  /** True where the account can pay for a message. */
  readonly funded: boolean
  readonly failures: readonly ErrorCount[]
  readonly refusals: readonly ErrorCount[]
  readonly credentials: readonly CredentialFacts[]
  readonly endpoints: readonly EndpointFacts[]
}

/** The newest messages and requests that are counted, so that a snapshot of any account costs the same. */
const COUNTED = 20_000
const CODES = 10
const ROWS = 10
const ENDING = 4

/** Reads the facts of an account's last 24 hours. */
export async function readDiagnosticFacts(db: Kysely<Schema>, id: AccountId, now: Date): Promise<DiagnosticFacts> {
  const since = firstIdAt(new Date(now.getTime() - DAY))
  const count = async (table: 'message' | 'request_log', code: 'error_code' | 'code'): Promise<ErrorCount[]> => {
    const { rows } = await sql<ErrorCount>`
      select code, count(*)::integer as count from (
        select ${sql.ref(code)} as code from ${sql.table(table)} where account_id = ${id} and id >= ${since}::uuid
        order by id desc limit ${COUNTED}) newest
      where code is not null group by code order by 2 desc, 1 limit ${CODES}`.execute(db)
    return rows
  }
  const account = await db
    .selectFrom('account')
    .select(['partition', 'locale', 'status', 'level', 'realname_auth as verified'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { codes: spendable } = await ledger.read(txOf(db), id)
  return {
    account,
    funded: spendable > 0n,
    failures: await count('message', 'error_code'),
    refusals: await count('request_log', 'code'),
    credentials: await readCredentials(db, id),
    endpoints: await readEndpoints(db, id),
  }
}

const readCredentials = (db: Kysely<Schema>, account: AccountId): Promise<CredentialFacts[]> =>
  db
    .selectFrom('credential')
    .select(['type', 'mode', 'last_used_at', sql<string>`right(key, ${ENDING})`.as('ending')])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .limit(ROWS)
    .execute()

async function readEndpoints(db: Kysely<Schema>, account: AccountId): Promise<readonly EndpointFacts[]> {
  const { rows } = await sql<EndpointFacts>`
    select e.url, e.is_on as on, e.disabled_reason as disabled, e.failing_since, e.succeeded_at,
      (select t.code from webhook_try t where t.account_id = e.account_id and t.endpoint_id = e.id
        order by t.delivery_id desc, t.nr desc limit 1) as last_code
    from webhook_endpoint e where e.account_id = ${account} order by e.nr limit ${ROWS}`.execute(db)
  return rows
}
