import type { Verification } from '@hongyan/contract/endpoints/account/verification'
import { type ErrorCode, errors } from '@hongyan/contract/errors'
import type { AccountId, VerificationId } from '@hongyan/contract/ids'
import { verification as limits } from '@hongyan/contract/limits/verification'
import type { Texts } from '@hongyan/contract/texts'
import { checkValues, spellValues } from '@hongyan/contract/verification/check'
import { type FieldReason, reasonText } from '@hongyan/contract/verification/reasons'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { canHave, reviewed, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import {
  typesOfPartition,
  type VerificationType,
  type VerificationValues,
} from '@hongyan/contract/vocabulary/verification'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../audit/log.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { homePhone } from '../../../kit/identifier.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { countedOnDay } from '../../../limits/on-day.ts'
import { notify } from '../../../notices/notify.ts'
import { checkAutomatically } from './automatic-check.ts'
import { decisionChanges, noticeOfReasons } from './decisions.ts'
import type { SubmissionDeps } from './deps.ts'
import { claimDocuments, readFileNames, releaseDocuments, scheduleDocuments } from './documents.ts'
import { hashesOf, readIdentityUse, rehashIdentities } from './identity.ts'
import { presentReasons, presentSubmission, presentVerification } from './present.ts'
import { openValues, sealValues } from './sealed.ts'
import * as store from './store.ts'

/** The account that calls, in its language. */
export interface Submitter {
  readonly account: AccountId
  readonly locale: Locale
}

/** A form as typed, with the token that proves the operator's phone. */
type Form = VerificationValues & { readonly phone_token?: string | undefined }

/** Reads the account's verification as its owner sees it. */
export async function readVerification(deps: SubmissionDeps, { account, locale }: Submitter): Promise<Verification> {
  const { db, clock, secrets, letterForm } = deps
  const owner = await store.readOwner(db, account, clock.now())
  const [submissions, draft, used] = await Promise.all([
    store.readSubmissions(db, account),
    store.readDraft(db, secrets, account),
    store.countSubmissions(db, owner),
  ])
  const { approved, open } = submissions
  const values = [approved, open].flatMap((row) => (row === null ? [] : [openValues(secrets, row)]))
  const files = await readFileNames(db, account, draft === null ? values : [...values, draft.values])
  return presentVerification(secrets, {
    ...submissions,
    owner,
    draft,
    files,
    used,
    locale,
    letterForm: letterForm('authorisation', locale),
    senderIdForm: letterForm('sender-id', locale),
  })
}

/** Keeps a form while it is typed, without the number of the identity document. */
export async function saveDraft(
  { db, clock, secrets }: SubmissionDeps,
  { account }: Submitter,
  { type, ...typed }: VerificationValues & { readonly type: VerificationType },
): Promise<{ saved_at: string }> {
  const owner = await store.readOwner(db, account, clock.now())
  refuseOtherType(owner, type)
  const { id_number: _, ...values } = spellValues(type, typed)
  const saved_at = clock.now()
  await store.putDraft(db, secrets, account, { type, values, saved_at })
  return { saved_at: saved_at.toISOString() }
}

/** Submits a form. An approval stays valid beside it; a rejected submission is replaced. */
export const submit = (
  deps: SubmissionDeps,
  by: Submitter,
  { type, ...form }: Form & { readonly type: VerificationType },
): Promise<Verification> =>
  submitting(deps, by, async (tx, owner) => {
    refuseOtherType(owner, type)
    const { approved, open } = await store.lockSubmissions(tx, owner.id)
    refuseWaiting(open)
    const key = { account_id: owner.id, id: uuidv7(deps.clock.now()) as VerificationId } // made as one here
    await accept(tx, deps, owner, { by, key, version: 1, type, form, earlier: [approved, open] })
  })

/** Submits a rejected form again. Fields left out keep their values. */
export const resubmit = (
  deps: SubmissionDeps,
  by: Submitter,
  id: VerificationId,
  { version, ...form }: Form & { readonly version: number },
): Promise<Verification> =>
  submitting(deps, by, async (tx, owner) => {
    const { approved, open } = await store.lockSubmissions(tx, owner.id)
    const row = [open, approved].find((each) => each?.id === id) ?? null
    if (row === null) throw new Refusal('not_found')
    if (row === open) refuseWaiting(open)
    if (!canHave(row.status, 'submit') || row.version !== version) throw await conflict(tx, deps, row, by)
    const whole = { ...openValues(deps.secrets, row), ...withoutAbsent(form) }
    const { type } = row
    await accept(tx, deps, owner, { by, key: row, version: version + 1, type, form: whole, earlier: [approved, row] })
  })

/** Withdraws the submission that waits for its decision, and deletes its data. */
export async function withdraw(deps: SubmissionDeps, by: Submitter, id: VerificationId): Promise<Verification> {
  await deps.db.transaction().execute(async (tx) => {
    const { approved, open } = await store.lockSubmissions(tx, by.account)
    const row = [open, approved].find((each) => each?.id === id) ?? null
    if (row === null) throw new Refusal('not_found')
    if (!canHave(row.status, 'withdraw')) throw await conflict(tx, deps, row, by)
    await store.deleteSubmission(tx, row)
    await releaseDocuments(tx, row, deps.clock.now())
  })
  return readVerification(deps, by)
}

/** Counts a submission, runs it in one transaction and returns the account's verification. */
async function submitting(
  deps: SubmissionDeps,
  by: Submitter,
  work: (tx: Transaction<Schema>, owner: store.Owner) => Promise<void>,
): Promise<Verification> {
  const now = deps.clock.now()
  const owner = await store.readOwner(deps.db, by.account, now)
  const limit = { key: store.SUBMISSIONS, perDay: limits.submissionsPerDay }
  await countedOnDay(deps.db, owner, limit, now, (tx) => work(tx, owner))
  return readVerification(deps, by)
}

interface Accepted {
  readonly by: Submitter
  readonly key: Pick<store.VerificationRow, 'account_id' | 'id'>
  readonly version: number
  readonly type: VerificationType
  readonly form: Form
  /** The account's rows so far. */
  readonly earlier: readonly (store.VerificationRow | null)[]
}

/** Checks a form, stores it with the result of the automatic check, and drops what it replaces. */
async function accept(tx: Transaction<Schema>, deps: SubmissionDeps, owner: store.Owner, accepted: Accepted) {
  const { key, version, type, form, earlier } = accepted
  const { locale } = accepted.by
  const { secrets, clock } = deps
  const typed = spellValues(type, form)
  const values = withHomePhone(owner, typed)
  await refuseWrongValues(tx, deps, owner, { ...accepted, typed, values })
  const hashes = hashesOf(secrets, type, values)
  await rehashIdentities(tx, secrets)
  const use = await readIdentityUse(tx, owner.id, hashes)
  const identityField = IDENTITY_FIELDS[type]
  if (use.isUsedUp) throw refusalOf([{ field: identityField, code: 'already_used' }], locale)
  const at = clock.now()
  const { event, reasons } = checkAutomatically({ type, values, hasOtherName: use.hasOtherName })
  const replaced = earlier.find((row) => row !== null && row.status !== ReviewStatus.Approved)
  if (replaced) await store.deleteSubmission(tx, replaced)
  if (replaced && replaced.id !== key.id) await releaseDocuments(tx, replaced, at)
  await claimDocuments(tx, key, values, at)
  const { Pending } = ReviewStatus
  const status = event === null ? Pending : (reviewed(Pending, event) ?? Pending)
  const isRejected = event === 'autoReject'
  await store.insertSubmission(tx, {
    ...hashes,
    account_id: key.account_id,
    id: key.id,
    type,
    status,
    version,
    sealed: sealValues(secrets, owner.id, key.id, values),
    submitted_at: at,
    decided_at: isRejected ? at : null,
    reasons: JSON.stringify(reasons),
  })
  await store.deleteDraft(tx, owner.id)
  if (!isRejected) return
  await scheduleDocuments(tx, key, at)
  const act = { account: owner.id, actor: 'system', action: 'verification.check', subject: key.id } as const
  await recordAct(txOf(tx), act, at, decisionChanges(Pending, status, reasons))
  // The owner sees the result at once, so the notice stands at the bell only.
  await notify(txOf(tx), { ...noticeOfReasons(owner.id, reasons, at), onlyBell: true })
}

/** The field with the number that names the identity. */
const IDENTITY_FIELDS = {
  individual: 'id_number',
  enterprise: 'uscc',
  business: 'registration_number',
  sole_trader: 'id_number',
} as const satisfies Record<VerificationType, keyof VerificationValues>

/** The values, with a phone without plus as one of the account's home country (ruling 34). */
function withHomePhone({ partition }: store.Owner, values: VerificationValues): VerificationValues {
  const { operator_phone: phone } = values
  return phone === undefined ? values : { ...values, operator_phone: homePhone(phone, partition) }
}

async function refuseWrongValues(
  tx: Transaction<Schema>,
  deps: SubmissionDeps,
  owner: store.Owner,
  {
    by: { locale },
    type,
    typed,
    values,
    form,
    earlier,
  }: Accepted & { readonly typed: VerificationValues; readonly values: VerificationValues },
): Promise<void> {
  const { operator_phone: phone } = values
  const reasons = checkValues(type, typed, { today: owner.today, isCountry: deps.isCountry })
  const isProved =
    phone === undefined ||
    phone === owner.phone ||
    earlier.some((row) => row !== null && openValues(deps.secrets, row).operator_phone === phone)
  if (!isProved && form.phone_token !== undefined && reasons.length === 0) {
    const scope = { scene: 'verif_verify_phone', target: { phones: [{ phone }] }, owner: owner.id } as const
    if (await deps.spendToken(tx, scope, form.phone_token)) return
    throw new Refusal('invalid_token', { field: 'phone_token' })
  }
  const unproved =
    !isProved && form.phone_token === undefined && !reasons.some(({ field }) => field === 'operator_phone')
  const all: readonly FieldReason[] = unproved
    ? [...reasons, { field: 'operator_phone', code: 'phone_unproved' }]
    : reasons
  if (all.length > 0) throw refusalOf(all, locale)
}

/** Refuses a form with all its reasons. The error is that of the first one, where it has an error of its own. */
function refusalOf(reasons: readonly FieldReason[], locale: Locale): Refusal {
  const [first] = reasons
  const code = first !== undefined && isError(first.code) ? first.code : 'invalid_request'
  return new Refusal(code, {
    ...(first && { field: first.field, texts: textsOf(first) }),
    details: { reasons: presentReasons(reasons, locale) },
  })
}

const isError = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

function textsOf(reason: FieldReason): Texts {
  const [en, zh] = [reasonText(reason, 'en'), reasonText(reason, 'zh-CN')]
  return { en: `${en.what} ${en.remedy}`, zh: `${zh.what}${zh.remedy}` }
}

function refuseOtherType({ partition }: store.Owner, type: VerificationType): void {
  if (!typesOfPartition[partition].includes(type)) throw new Refusal('invalid_request', { field: 'type' })
}

function refuseWaiting(open: store.VerificationRow | null): void {
  if (open !== null && canHave(open.status, 'withdraw')) throw new Refusal('under_review')
}

async function conflict(
  tx: Transaction<Schema>,
  { secrets }: SubmissionDeps,
  row: store.VerificationRow,
  { locale }: Submitter,
): Promise<Refusal> {
  const files = await readFileNames(tx, row.account_id, [openValues(secrets, row)])
  return new Refusal('state_conflict', { details: { current: presentSubmission(secrets, row, { files, locale }) } })
}

/** The fields that a call names. An empty text removes a value. */
const withoutAbsent = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
