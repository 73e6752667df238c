import { MINUTE } from '@hongyan/contract/durations'
import { signatures as limits } from '@hongyan/contract/limits/senders'
import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../../../../db/schema.ts'
import { alone, txOf } from '../../../../db/tx.ts'
import { dueRows } from '../../../../jobs/due.ts'
import type { Loop } from '../../../../jobs/loop.ts'
import { dueReminder, nextReminder } from '../../../../jobs/reminders.ts'
import { notify } from '../../../../notices/notify.ts'
import { expiring } from '../deciding.ts'
import type { SenderDeps } from '../deps.ts'
import { decidableSignature } from './review.ts'
import * as store from './store.ts'

export interface UpkeepDeps extends SenderDeps {
  readonly pool: Pool
}

/** A row whose process died is claimed again after this time. */
const CLAIMED_FOR = 5 * MINUTE

type Key = Pick<store.SignatureRow, 'account_id' | 'id'>

const due = dueRows<Key>({
  table: 'signature',
  key: ['account_id', 'id'],
  due: 'next_at',
  since: 'submitted_at',
  open: 'status in (3, 4)',
  read: 'select account_id, id from claimed',
  backOff: { first: CLAIMED_FOR, factor: 0, most: CLAIMED_FOR },
  batch: 100,
})

/** Reminds owners of the end of a third party's authorisation, and ends the sender IDs whose authorisation has ended. */
export async function keepAuthorisationsUp(deps: UpkeepDeps): Promise<void> {
  for (let found = due.batch; found === due.batch;) {
    const rows = await due.claim(alone(deps.pool), deps.clock.now())
    for (const row of rows) await deps.db.transaction().execute((tx) => step(tx, deps, row))
    found = rows.length
  }
}

async function step(tx: Transaction<Schema>, deps: UpkeepDeps, { account_id: account, id }: Key): Promise<void> {
  const row = await store.lockRow(tx, { account, id })
  if (row === null || row.expires_at === null) return
  const { name, expires_at: end, reminded, evidence } = row
  const at = deps.clock.now()
  if (at >= end) {
    await store.updateRow(tx, { account, id }, { next_at: null })
    const rule = 'authorisation-expired'
    return expiring(tx, deps, decidableSignature, row, [{ field: 'authorised_until', code: rule, rule }])
  }
  const { authorisationRemindOn: remindOn } = limits
  const days = dueReminder(end, remindOn, reminded, at)
  const next_at = nextReminder(end, remindOn, at) ?? end
  await store.updateRow(tx, { account, id }, { next_at, ...(days !== null && { reminded: days }) })
  if (days === null) return
  const values = { name, days: String(days), due_on: evidence.authorised_until ?? '' }
  await notify(txOf(tx), { account, kind: 'signature_expiring', values, at })
}

export const authorisationLoop = (deps: UpkeepDeps): Loop => ({
  name: 'authorisations',
  every: MINUTE,
  run: () => keepAuthorisationsUp(deps),
  backlog: () => due.backlog(alone(deps.pool), deps.clock.now()),
})
