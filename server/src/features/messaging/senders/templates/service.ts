import type { Template, TemplateDetail, TemplateVersion } from '@hongyan/contract/endpoints/messaging/templates'
import type { TemplateId } from '@hongyan/contract/ids'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { MainlandCarrier } from '@hongyan/contract/vocabulary/filing'
import { canHave } from '@hongyan/contract/vocabulary/review'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import { type DestinationSchedule, destinationsAt } from '../../../../pipeline/destinations.ts'
import { broadcastsUsing } from '../broadcasts.ts'
import type { Caller, SenderDeps } from '../deps.ts'
import { deleteFilings, filingKey, readFilings, refile } from '../filings/filings.ts'
import { readOwner } from '../owner.ts'
import { readRevocations, takeRevocation } from '../revocations.ts'
import { addStep, deleteSteps, readSteps } from '../steps.ts'
import { urgeableFrom } from '../urge.ts'
import { readUse } from '../use.ts'
import { presentTemplate, presentVersion, type Shown } from './present.ts'
import { chooseServing } from './serving.ts'
import * as store from './store.ts'

export interface TemplateDeps extends SenderDeps {
  readonly destinations: DestinationSchedule
}

/** Reads what versions are shown with; no filings where the account's templates are not filed. */
async function shownWith(
  { db, clock, filing, destinations }: TemplateDeps,
  caller: Caller,
  ids: readonly TemplateId[],
) {
  const { account, locale } = caller
  const now = clock.now()
  const { partition } = await readOwner(db, account, now)
  const filings = partition === Partition.Cn ? await readFilings(db, account, ids) : null
  const { optOut } = destinationsAt(destinations, now)
  return ({ template_id: id, version }: store.VersionRow): Shown => ({
    partition,
    optOut,
    filings: filings && (filings.get(filingKey(id, version)) ?? []),
    closedDays: filing.closedDays,
    locale,
  })
}

/** Lists the templates of an account by their newest versions. */
export async function listTemplates(
  deps: TemplateDeps,
  caller: Caller,
  paging: store.Paging,
): Promise<{ rows: Template[]; total: number }> {
  const { db, clock } = deps
  const { rows, total } = await store.listRows(db, caller.account, paging)
  const ids = rows.map((row) => row.template_id)
  const [shown, revocations, useOf] = await Promise.all([
    shownWith(deps, caller, ids),
    readRevocations(db, caller.account, ids),
    readUse(db, caller.account, ids, clock.now()),
  ])
  return {
    total,
    rows: rows.map((row) =>
      presentTemplate(row, shown(row), {
        use: useOf(row.template_id),
        revocation: revocations.get(row.template_id),
      }),
    ),
  }
}

/** Reads a template with its timeline. */
export async function readTemplate(deps: TemplateDeps, caller: Caller, id: TemplateId): Promise<TemplateDetail> {
  const { account, locale } = caller
  const row = await store.findNewest(deps.db, { account, id })
  if (row === null) throw new Refusal('not_found')
  const [shown, revocations, useOf, steps] = await Promise.all([
    shownWith(deps, caller, [id]),
    readRevocations(deps.db, account, [id]),
    readUse(deps.db, account, [id], deps.clock.now()),
    readSteps(deps.db, account, id, locale),
  ])
  return { ...presentTemplate(row, shown(row), { use: useOf(id), revocation: revocations.get(id) }), steps }
}

/** Every version of a template, newest first. */
export async function readVersions(deps: TemplateDeps, caller: Caller, id: TemplateId): Promise<TemplateVersion[]> {
  const [rows, shown] = await Promise.all([
    store.listVersions(deps.db, { account: caller.account, id }),
    shownWith(deps, caller, [id]),
  ])
  if (rows.length === 0) throw new Refusal('not_found')
  return rows.map((row) => presentVersion(row, shown(row)))
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

/**
 * Deletes a template with its versions, filings and timeline. Messages that name it are refused from then on, so it stays
 * while a broadcast uses it.
 */
export const removeTemplate = (deps: SenderDeps, caller: Caller, id: TemplateId): Promise<void> =>
  changing(deps, caller, id, async (tx) => {
    const broadcasts = await broadcastsUsing(tx, caller.account, { template: id })
    if (broadcasts.length > 0) throw new Refusal('template_in_use', { details: { broadcasts } })
    await drop(tx, { account: caller.account, id })
  })

async function drop(tx: Transaction<Schema>, key: store.TemplateKey): Promise<void> {
  await store.deleteTemplate(tx, key)
  await deleteFilings(tx, key.account, key.id)
  await takeRevocation(tx, key.account, key.id)
  await deleteSteps(tx, key.account, key.id)
}

/** Asks the reviewers to hurry, once for each submission. */
export async function urgeTemplate(deps: TemplateDeps, caller: Caller, id: TemplateId): Promise<TemplateDetail> {
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
  deps: TemplateDeps,
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
