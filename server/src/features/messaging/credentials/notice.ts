import type { AccountId } from '@hongyan/contract/ids'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'

const modeNames = { [AuthMode.Simple]: 'simple', [AuthMode.Hmac]: 'hmac' } as const

/** Notifies the owner with the key, never with the secret. */
export const notifyCredentialChange = (
  tx: Transaction<Schema>,
  account: AccountId,
  change: NoticeValues['credential_changed']['change'],
  { key, mode }: { readonly key: string; readonly mode: AuthMode },
  at: Date,
): Promise<void> =>
  notify(txOf(tx), { account, kind: 'credential_changed', values: { change, key, mode: modeNames[mode] }, at })
