import { type AccountId, type SignatureId, UploadId } from '@hongyan/contract/ids'
import type { SignatureForm } from '@hongyan/contract/senders/forms'
import { type EvidenceField, evidenceFiles, evidenceTexts } from '@hongyan/contract/vocabulary/signature'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import { claimUploads, releaseUploads, uploadsOf } from '../../../../uploads/claims.ts'
import { readNames } from '../../../../uploads/store.ts'

type Evidence = SignatureForm['evidence']
interface Key {
  readonly account: AccountId
  readonly id: SignatureId
}

/** The name under which a sender claims its uploads. */
const subjectOf = (id: SignatureId): string => `signature ${id}`

/** The uploads that evidence names, by field. */
export const filesIn = (evidence: Evidence) =>
  evidenceFiles.flatMap((field) => {
    const id = UploadId.safeParse(evidence[field])
    return id.success ? [{ field, id: id.data }] : []
  })

/** The texts of the evidence. */
export const textsIn = (evidence: Evidence) =>
  Object.fromEntries(evidenceTexts.flatMap((field) => (evidence[field] ? [[field, evidence[field]]] : [])))

/**
 * Claims the files of a sender and of evidence that waits beside it, and gives up those that neither names. Throws for
 * one that is gone.
 */
export async function claimEvidence(
  tx: Transaction<Schema>,
  { account, id }: Key,
  evidence: Evidence,
  now: Date,
  waiting: Evidence = {},
) {
  const subject = subjectOf(id)
  const files = [...filesIn(evidence), ...filesIn(waiting)]
  for (const { field, id: file } of files) {
    await claimUploads(txOf(tx), { account, ids: [file], purpose: 'evidence', subject, field })
  }
  const kept = files.map((file) => file.id)
  await releaseUploads(txOf(tx), account, subject, now, kept)
}

/** Gives up the files of a sender that is deleted. */
export const releaseEvidence = (tx: Transaction<Schema>, { account, id }: Key, now: Date) =>
  releaseUploads(txOf(tx), account, subjectOf(id), now)

/** The files of a sender that still exist. */
export const evidenceOf = (db: Kysely<Schema>, { account, id }: Key) => uploadsOf(txOf(db), account, subjectOf(id))

/** The names of the files that still exist, by id. */
export const readFileNames = (db: Kysely<Schema>, account: AccountId, all: readonly Evidence[]) =>
  readNames(
    txOf(db),
    account,
    all.flatMap(filesIn).map(({ id }) => id),
  )

/** The evidence without empty fields. */
export const givenEvidence = (evidence: Evidence): { readonly [F in EvidenceField]?: string } =>
  Object.fromEntries(Object.entries(evidence).filter(([, value]) => value !== undefined && value !== ''))
