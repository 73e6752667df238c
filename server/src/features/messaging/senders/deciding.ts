import type { AccountId } from '@hongyan/contract/ids'
import { reviews } from '@hongyan/contract/limits/senders'
import type { SenderReason } from '@hongyan/contract/senders/reasons'
import {
  canHave,
  eventOfRejection,
  type ReviewEvent,
  reviewed,
  type ReviewStatus,
} from '@hongyan/contract/vocabulary/review'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../audit/log.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { StartError } from '../../../kit/start-error.ts'
import { notify } from '../../../notices/notify.ts'
import { type Decided, type Decision, decisionChanges, reasonsValue } from './decisions.ts'
import type { SenderDeps } from './deps.ts'
import { insertRevocation, type RevocationRow, takeRevocation } from './revocations.ts'
import { addStep } from './steps.ts'

/** A sender ID, or a version of a template, as a decision needs it. */
interface Row {
  readonly account_id: AccountId
  readonly version: number
  readonly status: ReviewStatus
  readonly name: string
}

/** The columns that a decision writes. */
export interface Written {
  readonly status: ReviewStatus
  readonly decided_at: Date
  readonly updated_at: Date
  readonly reasons: string
}

/** A kind of record that reviewers decide on. */
export interface Decidable<R extends Row = Row> {
  readonly kind: 'signature' | 'template'
  readonly idOf: (row: R) => string
  /** Locks the record with the id that staff typed, in the version named or the newest; null where there is none. */
  readonly lock: (tx: Transaction<Schema>, typed: string, version: number | null) => Promise<R | null>
  readonly write: (tx: Transaction<Schema>, row: R, event: ReviewEvent, change: Written) => Promise<void>
  /** The effects of an approval beyond its own columns. */
  readonly approved: (tx: Transaction<Schema>, deps: SenderDeps, row: R) => Promise<void>
}

/** Approves a record with its step, audit entry, effects and notice in one transaction. */
export const approving = <R extends Row>(deps: SenderDeps, of: Decidable<R>, decision: Decision): Promise<Decided> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await of.lock(tx, decision.id, decision.version)
    if (row === null || !canHave(row.status, 'approve')) return null
    const { account_id: account, name } = row
    const status = await write(tx, deps, of, row, {
      event: 'approve',
      reasons: [],
      reviewer: decision.by,
      isDue: false,
    })
    await of.approved(tx, deps, row)
    await notify(txOf(tx), { account, kind: `${of.kind}_approved`, values: { name }, at: deps.clock.now() })
    return { account, status }
  })

/**
 * Rejects a record that waits for its decision. The end of an approval is announced a day before, unless it is for legal
 * reasons and has to be at once (screens S2).
 */
export const rejecting = <R extends Row>(
  deps: SenderDeps,
  of: Decidable<R>,
  { id, version, by, now }: Decision,
  reasons: readonly SenderReason[],
): Promise<Decided> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await of.lock(tx, id, version)
    if (row === null) return null
    const event = eventOfRejection(row.status)
    if (!canHave(row.status, event)) return null
    if (event === 'revoke' && !now) return announce(tx, deps, of, row, { reasons, by })
    if (event === 'revoke' && !reasons.some(({ code }) => code === 'law')) {
      throw new StartError('--now is for legal reasons: it needs the reason law.')
    }
    const status = await end(tx, deps, of, row, { event, reasons, reviewer: by, isDue: false })
    return { account: row.account_id, status }
  })

/** Takes back an announced revocation. */
export const keeping = <R extends Row>(
  deps: SenderDeps,
  of: Decidable<R>,
  { id, by }: Pick<Decision, 'id' | 'by'>,
): Promise<Decided> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await of.lock(tx, id, null)
    if (row === null) return null
    const { account_id: account, status, name } = row
    const subject = of.idOf(row)
    const announced = await takeRevocation(tx, account, subject)
    if (announced === null) return null
    const at = deps.clock.now()
    const endsAt = announced.ends_at.toISOString()
    const { version } = announced
    await addStep(tx, {
      account_id: account,
      subject_id: subject,
      at,
      event: 'keep',
      version,
      actor: 'reviewer',
      reviewer: by,
    })
    const act = { account, actor: 'staff', operator: by, action: `${of.kind}.keep`, subject } as const
    await recordAct(txOf(tx), act, at, [{ field: 'ends_at', before: endsAt, after: null }])
    const values = { name, state: 'kept', ends_at: endsAt, reasons: '' } as const
    await notify(txOf(tx), { account, kind: `${of.kind}_revocation`, values, at })
    return { account, status }
  })

async function announce<R extends Row>(
  tx: Transaction<Schema>,
  { clock }: SenderDeps,
  of: Decidable<R>,
  row: R,
  { reasons, by }: { readonly reasons: readonly SenderReason[]; readonly by: string },
): Promise<Decided> {
  const { account_id: account, version, status, name } = row
  const subject = of.idOf(row)
  const at = clock.now()
  const until = new Date(at.getTime() + reviews.revocationNotice)
  const isFirst = await insertRevocation(tx, {
    account_id: account,
    subject_id: subject,
    version,
    kind: of.kind,
    reasons: JSON.stringify(reasons),
    reviewer: by,
    announced_at: at,
    ends_at: until,
    next_at: until,
  })
  if (!isFirst) throw new StartError(`The end of ${subject} is announced already. \`review keep\` takes it back.`)
  const step = { account_id: account, subject_id: subject, at, event: 'announce', version, reasons } as const
  await addStep(tx, { ...step, actor: 'reviewer', reviewer: by })
  const act = { account, actor: 'staff', operator: by, action: `${of.kind}.revoke`, subject } as const
  const endsAt = until.toISOString()
  const changes = decisionChanges(status, status, reasons)
  await recordAct(txOf(tx), act, at, [{ field: 'ends_at', before: null, after: endsAt }, ...changes])
  const values = { name, state: 'announced', ends_at: endsAt, reasons: reasonsValue(reasons) } as const
  await notify(txOf(tx), { account, kind: `${of.kind}_revocation`, values, at })
  return { account, status, until }
}

/** Carries out an announced revocation once it is due, unless it was taken back. */
export async function revokeDue<R extends Row>(
  tx: Transaction<Schema>,
  deps: SenderDeps,
  of: Decidable<R>,
  { account_id: account, subject_id: subject, version }: Pick<RevocationRow, 'account_id' | 'subject_id' | 'version'>,
): Promise<void> {
  const row = await of.lock(tx, subject, version)
  const announced = await tx
    .selectFrom('revocation')
    .selectAll()
    .where('account_id', '=', account)
    .where('subject_id', '=', subject)
    .executeTakeFirst()
  // Taken back, or announced anew, since it was claimed.
  if (announced === undefined || announced.version !== version || announced.ends_at > deps.clock.now()) return
  if (row === null || !canHave(row.status, 'revoke')) return void (await takeRevocation(tx, account, subject))
  const { reasons, reviewer } = announced
  await end(tx, deps, of, row, { event: 'revoke', reasons, reviewer, isDue: true })
}

/** Ends an approval, or what waits for one, because its evidence has ended. */
export async function expiring<R extends Row>(
  tx: Transaction<Schema>,
  deps: SenderDeps,
  of: Decidable<R>,
  row: R,
  reasons: readonly SenderReason[],
): Promise<void> {
  await end(tx, deps, of, row, { event: eventOfRejection(row.status), reasons, reviewer: null, isDue: true })
}

interface Event {
  readonly event: ReviewEvent
  readonly reasons: readonly SenderReason[]
  /** The reviewer who decided it; null for the product itself. */
  readonly reviewer: string | null
  /** It was announced, and its time has come. */
  readonly isDue: boolean
}

/** Writes a rejection or a revocation with its notice. */
async function end<R extends Row>(
  tx: Transaction<Schema>,
  deps: SenderDeps,
  of: Decidable<R>,
  row: R,
  event: Event,
): Promise<ReviewStatus> {
  const { account_id: account, name } = row
  const status = await write(tx, deps, of, row, event)
  if (event.event === 'revoke') await takeRevocation(tx, account, of.idOf(row))
  const values = { name, reasons: reasonsValue(event.reasons) }
  await notify(txOf(tx), { account, kind: `${of.kind}_rejected`, values, at: deps.clock.now() })
  return status
}

/** Writes a decision with its step and audit entry. Returns the status after it. */
async function write<R extends Row>(
  tx: Transaction<Schema>,
  { clock }: SenderDeps,
  of: Decidable<R>,
  row: R,
  { event, reasons, reviewer, isDue }: Event,
): Promise<ReviewStatus> {
  const { account_id: account, version } = row
  const status = reviewed(row.status, event) ?? row.status
  const at = clock.now()
  await of.write(tx, row, event, { status, decided_at: at, updated_at: at, reasons: JSON.stringify(reasons) })
  const subject = of.idOf(row)
  const step = { account_id: account, subject_id: subject, at, event, version, reasons } as const
  await addStep(tx, reviewer === null ? { ...step, actor: 'check' } : { ...step, actor: 'reviewer', reviewer })
  const byStaff = reviewer !== null && !isDue
  const actor = byStaff ? ({ actor: 'staff', operator: reviewer } as const) : ({ actor: 'system' } as const)
  const action = `${of.kind}.${event === 'approve' ? 'approve' : 'reject'}` as const
  await recordAct(txOf(tx), { account, ...actor, action, subject }, at, decisionChanges(row.status, status, reasons))
  return status
}
