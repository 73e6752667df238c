import type { Signature, SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import type { SignatureId } from '@hongyan/contract/ids'
import type { MainlandCarrier } from '@hongyan/contract/vocabulary/filing'
import { canHave, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import { broadcastsUsing } from '../broadcasts.ts'
import type { Caller, SenderDeps } from '../deps.ts'
import { deleteFilings, filingKey, readFilings, refile as fileAgain } from '../filings/filings.ts'
import { readRevocations, takeRevocation } from '../revocations.ts'
import { addStep, deleteSteps, readSteps } from '../steps.ts'
import { readFileNames, releaseEvidence } from './evidence.ts'
import { urgeableFrom } from '../urge.ts'
import { readUse } from '../use.ts'
import { presentSignature } from './present.ts'
import { findRenewal } from './renewals.ts'
import * as store from './store.ts'

/** Lists the senders of an account. */
export async function listSignatures(
  { db, clock, filing: { closedDays } }: SenderDeps,
  { account, locale }: Caller,
  paging: store.Paging,
): Promise<{ rows: Signature[]; total: number }> {
  const rows = await store.listRows(db, account, paging)
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const [files, filings, revocations, useOf, total] = await Promise.all([
    readFileNames(
      db,
      account,
      rows.map(({ evidence }) => evidence),
    ),
    readFilings(db, account, ids),
    readRevocations(db, account, ids),
    readUse(db, account, ids, now),
    store.countRows(db, account, paging),
  ])
  return {
    total,
    rows: rows.map((row) =>
      presentSignature(row, {
        files,
        locale,
        closedDays,
        now,
        filings: filings.get(filingKey(row.id, row.version)) ?? [],
        revocation: revocations.get(row.id),
        use: useOf(row.id),
      }),
    ),
  }
}

/** Reads a sender with its timeline. */
export async function readSignature(
  { db, clock, filing: { closedDays } }: SenderDeps,
  { account, locale }: Caller,
  id: SignatureId,
): Promise<SignatureDetail> {
  const row = await store.findRow(db, { account, id })
  if (row === null) throw new Refusal('not_found')
  const now = clock.now()
  const [files, filings, revocations, useOf, steps, renewal] = await Promise.all([
    readFileNames(db, account, [row.evidence]),
    readFilings(db, account, [id]),
    readRevocations(db, account, [id]),
    readUse(db, account, [id], now),
    readSteps(db, account, id, locale),
    findRenewal(db, { account, id }),
  ])
  const shown = presentSignature(row, {
    files,
    locale,
    closedDays,
    now,
    filings: filings.get(filingKey(id, row.version)) ?? [],
    revocation: revocations.get(id),
    use: useOf(id),
  })
  return {
    ...shown,
    steps,
    renewal: renewal && {
      authorised_until: renewal.authorised_until,
      submitted_at: renewal.submitted_at.toISOString(),
    },
  }
}

/** Runs a change of one sender under its lock. */
async function changing(
  deps: SenderDeps,
  { account }: Caller,
  id: SignatureId,
  change: (tx: Transaction<Schema>, row: store.SignatureRow) => Promise<void>,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await store.lockRow(tx, { account, id })
    if (row === null) throw new Refusal('not_found')
    await change(tx, row)
  })
}

/** Withdraws a submission that waits for its decision, and deletes it with its evidence. */
export const withdrawSignature = (deps: SenderDeps, caller: Caller, id: SignatureId): Promise<void> =>
  changing(deps, caller, id, async (tx, row) => {
    if (!canHave(row.status, 'withdraw')) throw new Refusal('state_conflict')
    await drop(tx, deps, row)
  })

/** Deletes a sender with its evidence, filings and timeline. Refused while a broadcast uses it. */
export const removeSignature = (deps: SenderDeps, caller: Caller, id: SignatureId): Promise<void> =>
  changing(deps, caller, id, (tx, row) => drop(tx, deps, row))

async function drop(tx: Transaction<Schema>, { clock }: SenderDeps, { account_id: account, id }: store.SignatureRow) {
  const broadcasts = await broadcastsUsing(tx, account, { signature: id })
  if (broadcasts.length > 0) throw new Refusal('signature_in_use', { details: { broadcasts } })
  await store.deleteRow(tx, { account, id })
  await deleteFilings(tx, account, id)
  await takeRevocation(tx, account, id)
  await deleteSteps(tx, account, id)
  await releaseEvidence(tx, { account, id }, clock.now())
}

/** Asks the reviewers to hurry, once for each submission. */
export async function urgeSignature(deps: SenderDeps, caller: Caller, id: SignatureId): Promise<SignatureDetail> {
  await changing(deps, caller, id, async (tx, row) => {
    const at = deps.clock.now()
    const from = urgeableFrom(row)
    if (from === null || from > at) throw new Refusal('urge_early')
    const { account_id: account, version } = row
    await store.updateRow(tx, { account, id }, { urged_at: at })
    await addStep(tx, { account_id: account, subject_id: id, at, event: 'urge', version, actor: 'owner' })
  })
  return readSignature(deps, caller, id)
}

/** Makes a usable sender the one of messages that name none. */
export async function makeDefault(deps: SenderDeps, caller: Caller, id: SignatureId): Promise<SignatureDetail> {
  await changing(deps, caller, id, async (tx, { status }) => {
    if (status !== ReviewStatus.Approved && status !== ReviewStatus.PreApproved) {
      throw new Refusal('signature_not_approved')
    }
    await store.markDefault(tx, { account: caller.account, id })
  })
  return readSignature(deps, caller, id)
}

/** Files a failed or lapsed sender at a carrier again. */
export async function refileSignature(
  deps: SenderDeps,
  caller: Caller,
  id: SignatureId,
  carrier: MainlandCarrier,
): Promise<SignatureDetail> {
  await changing(deps, caller, id, async (tx, { account_id: account, version }) => {
    await fileAgain(tx, deps, { account, kind: 'signature', id, version }, carrier)
  })
  return readSignature(deps, caller, id)
}
