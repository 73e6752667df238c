import { people } from '@hongyan/contract/endpoints/messaging/people'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { alone, inTransaction, type Tx } from '../../../db/tx.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { DrawInTurn } from '../../../kit/pdf/draw-in-worker.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { readPublicKeys, signDocument } from '../../../signing/signing.ts'
import {
  certificateOf,
  countErasures,
  type ErasureDeps,
  type ErasureRow,
  findErasure,
  presentErasure,
  readErasures,
  requestErasure,
} from './erasures.ts'
import { erasureAudit } from './audit.ts'
import { readEvidence } from './evidence.ts'
import { drawEvidence, type EvidenceJob } from './evidence-pdf.ts'
import { type Recipient, recipientOf } from './recipient.ts'
import { readRecord } from './record.ts'

export interface PeopleDeps extends ErasureDeps {
  readonly db: Kysely<Schema>
  readonly secrets: SecretBox
  /** Deletes the number itself from the lists of broadcasts, at once: an erasure on its way knows its hash alone. */
  readonly forgetNumber: (tx: Tx, account: AccountId, e164: string) => Promise<void>
  /** True where such a list has the number. */
  readonly holdsNumber: (db: Tx, account: AccountId, e164: string) => Promise<boolean>
}

/** Requests an erasure, and forgets what has the number itself. */
export const eraseNumber = (
  { pool, clock, forgetNumber }: Pick<PeopleDeps, 'pool' | 'clock' | 'forgetNumber'>,
  recipient: Recipient,
): Promise<ErasureRow> =>
  inTransaction(pool, async (tx) => {
    const row = await requestErasure(tx, recipient, clock.now())
    await forgetNumber(tx, recipient.account, recipient.e164)
    return row
  })

/** Stays open to a suspended account: a person's rights do not depend on its payments. */
export const peopleRoutes = ({
  db,
  pool,
  clock,
  secrets,
  forgetNumber,
  renderPdf,
}: Omit<PeopleDeps, 'eraseListed' | 'holdsNumber'> & { readonly renderPdf: DrawInTurn }): readonly Route[] =>
  implement(
    people,
    {
      record: async ({ caller: { account }, body }) => {
        const recipient = await recipientOf(db, account, body.recipient)
        return signDocument(alone(pool), secrets, await readRecord(db, recipient, clock.now()))
      },
      evidence: ({ caller: { account }, body, locale }) =>
        renderPdf(async () => {
          const recipient = await recipientOf(db, account, body.recipient)
          const { pack, name } = await readEvidence(db, recipient, clock.now())
          const job: EvidenceJob = {
            document: 'evidence_pack',
            locale,
            name,
            signed: await signDocument(alone(pool), secrets, pack),
          }
          return { name: `evidence-${pack.made_at.slice(0, 10)}.pdf`, job }
        }, drawEvidence),
      erase: async ({ caller: { account }, body }) => {
        const recipient = await recipientOf(db, account, body.recipient)
        return presentErasure(await eraseNumber({ pool, clock, forgetNumber }, recipient))
      },
      erasures: async ({ caller: { account }, query, total }) => {
        total(await countErasures(db, account))
        return (await readErasures(db, account, query)).map(presentErasure)
      },
      certificate: async ({ caller: { account }, params }) =>
        signDocument(alone(pool), secrets, certificateOf(await findErasure(db, account, params.id))),
      keys: async () => ({ keys: [...(await readPublicKeys(alone(pool)))] }),
    },
    {
      audit: {
        evidence: { noState: 'an evidence pack reads messages and changes nothing' },
        record: { noState: 'a record reads messages and changes nothing' },
        erase: erasureAudit,
      },
    },
  )
