import type { Template, TemplateDetail, TemplateVersion } from '@hongyan/contract/endpoints/messaging/templates'
import type { TemplateId } from '@hongyan/contract/ids'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { MainlandCarrier } from '@hongyan/contract/vocabulary/filing'
import { canHave } from '@hongyan/contract/vocabulary/review'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { Caller, SenderDeps } from '../deps.ts'
import { deleteFilings, filingKey, readFilings, refile } from '../filings/filings.ts'
import { readOwner } from '../owner.ts'
import { readRevocations, takeRevocation } from '../revocations.ts'
import { addStep, deleteSteps, readSteps } from '../steps.ts'
import { urgeableFrom } from '../urge.ts'
import { readUse } from '../use.ts'
import { presentTemplate, presentVersion } from './present.ts'
import { chooseServing } from './serving.ts'
import * as store from './store.ts'

/** Reads the filings of versions; null for each where the account's templates are not filed. */
async function filingsOf({ db, clock }: SenderDeps, { account }: Caller, ids: readonly TemplateId[]) {
  const { partition } = await readOwner(db, account, clock.now())
  if (partition !== Partition.Cn) return () => null
  const filings = await readFilings(db, account, ids)
  return (id: TemplateId, version: number) => filings.get(filingKey(id, version)) ?? []
}

/** Lists the templates of an account by their newest versions. */
export async function listTemplates(
  deps: SenderDeps,
  caller: Caller,
  paging: store.Paging,
): Promise<{ rows: Template[]; total: number }> {
  const { db, clock, filing } = deps
  const { closedDays } = filing
  const { rows, total } = await store.listRows(db, caller.account, paging)
  const ids = rows.map((row) => row.template_id)
  const [filings, revocations, useOf] = await Promise.all([
    filingsOf(deps, caller, ids),
    readRevocations(db, caller.account, ids),
    readUse(db, caller.account, ids, clock.now()),
  ])
  const { locale } = caller
  return {
    total,
    rows: rows.map((row) =>
      presentTemplate(
        row,
        { filings: filings(row.template_id, row.version), closedDays, locale },
        { use: useOf(row.template_id), revocation: revocations.get(row.template_id) },
      ),
    ),
  }
}

/** Reads a template with its timeline. */
export async function readTemplate(deps: SenderDeps, caller: Caller, id: TemplateId): Promise<TemplateDetail> {
  const { account, locale } = caller
  const row = await store.findNewest(deps.db, { account, id })
  if (row === null) throw new Refusal('not_found')
  const { closedDays } = deps.filing
  const [filings, revocations, useOf, steps] = await Promise.all([
    filingsOf(deps, caller, [id]),
    readRevocations(deps.db, account, [id]),
    readUse(deps.db, account, [id], deps.clock.now()),
    readSteps(deps.db, account, id, locale),
  ])
  const more = { use: useOf(id), revocation: revocations.get(id) }
  return { ...presentTemplate(row, { filings: filings(id, row.version), closedDays, locale }, more), steps }
}

/** Every version of a template, newest first. */
export async function readVersions(deps: SenderDeps, caller: Caller, id: TemplateId): Promise<TemplateVersion[]> {
  const { account, locale } = caller
  const [rows, filings] = await Promise.all([
    store.listVersions(deps.db, { account, id }),
    filingsOf(deps, caller, [id]),
  ])
  if (rows.length === 0) throw new Refusal('not_found')
  return rows.map((row) =>
    presentVersion(row, { filings: filings(id, row.version), closedDays: deps.filing.closedDays, locale }),
  )
}

/** Runs a change of a template under its lock. */
async function changing(
  { db }: SenderDeps,
  { account }: Caller,
  id: TemplateId,
  change: (tx: Transaction<Schema>, newest: store.NewestRow) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const key = { account, id }
    const template = await store.lockTemplate(tx, key)
    const newest = template === null ? null : await store.findNewest(tx, key)
    if (newest === null) throw new Refusal('not_found')
    await change(tx, newest)
  })
}

/** Withdraws the version that waits for its decision. A template without another version is deleted. */
export const withdrawTemplate = (deps: SenderDeps, caller: Caller, id: TemplateId): Promise<void> =>
  changing(deps, caller, id, async (tx, { status, version }) => {
    if (!canHave(status, 'withdraw')) throw new Refusal('state_conflict')
    const key = { account: caller.account, id }
    if (!(await store.deleteNewest(tx, key))) return drop(tx, key)
    const at = deps.clock.now()
    await addStep(tx, { account_id: key.account, subject_id: id, at, event: 'withdraw', version, actor: 'owner' })
    return chooseServing(tx, key)
  })

/** Deletes a template with its versions, filings and timeline. Messages that name it are refused from then on. */
export const removeTemplate = (deps: SenderDeps, caller: Caller, id: TemplateId): Promise<void> =>
  changing(deps, caller, id, (tx) => drop(tx, { account: caller.account, id }))

async function drop(tx: Transaction<Schema>, key: store.TemplateKey): Promise<void> {
  await store.deleteTemplate(tx, key)
  await deleteFilings(tx, key.account, key.id)
  await takeRevocation(tx, key.account, key.id)
  await deleteSteps(tx, key.account, key.id)
}

/** Asks the reviewers to hurry, once for each submission. */
export async function urgeTemplate(deps: SenderDeps, caller: Caller, id: TemplateId): Promise<TemplateDetail> {
  const { account } = caller
  await changing(deps, caller, id, async (tx, newest) => {
    const at = deps.clock.now()
    const from = urgeableFrom(newest)
    if (from === null || from > at) throw new Refusal('urge_early')
    const { version } = newest
    await store.updateVersion(tx, { account, id }, version, { urged_at: at })
    await addStep(tx, { account_id: account, subject_id: id, at, event: 'urge', version, actor: 'owner' })
  })
  return readTemplate(deps, caller, id)
}

/** Files a failed or lapsed version at a carrier again. */
export async function refileTemplate(
  deps: SenderDeps,
  caller: Caller,
  id: TemplateId,
  carrier: MainlandCarrier,
): Promise<TemplateDetail> {
  const { account } = caller
  await changing(deps, caller, id, async (tx, { version }) => {
    await refile(tx, deps, { account, kind: 'template', id, version }, carrier)
    await chooseServing(tx, { account, id })
  })
  return readTemplate(deps, caller, id)
}
