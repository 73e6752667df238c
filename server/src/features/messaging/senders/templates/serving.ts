import { mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import { setServing, type TemplateKey } from './store.ts'

interface Candidate {
  readonly version: number
  readonly content: string
  readonly status: ReviewStatus
  readonly filed: boolean
}

/**
 * Chooses the version that messages use: the newest approved one, in the mainland once the carriers filed it; else the
 * newest that the automatic check passed. So the version in use stays until its successor can be sent.
 */
export async function chooseServing(tx: Transaction<Schema>, key: TemplateKey): Promise<void> {
  const { account, id } = key
  const { Approved, PreApproved } = ReviewStatus
  const { partition } = await tx
    .selectFrom('account')
    .select('partition')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Candidate>`
    select v.version, v.content, v.status, ${partition !== Partition.Cn} or (
      select count(*) from filing f where f.account_id = v.account_id and f.subject_id = v.template_id
        and f.version = v.version and f.state = 'filed') = ${mainlandCarriers.length} as filed
    from template_version v
    where v.account_id = ${account} and v.template_id = ${id} and v.status in (${PreApproved}, ${Approved})
    order by v.version desc`.execute(tx)
  const approved = rows.filter(({ status }) => status === Approved)
  const ready = approved.find(({ filed }) => filed) ?? approved[0]
  await setServing(tx, key, ready ?? rows[0] ?? null)
}
