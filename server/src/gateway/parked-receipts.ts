import { type Tx, statement } from '../db/tx.ts'
import type { ReceiptFact } from './facts.ts'

/** Receipts overtake submit replies; one without a message is parked so long, then counts as an orphan (semantics D1). */
const ORPHAN_AFTER_SECONDS = 60
const RECEIPTS_AT_ONCE = 500

const PARK = statement(
  'parked_receipt.insert',
  `insert into parked_receipt (upstream, remote_id, part, status, upstream_code, error_code, recipient)
   select distinct on (1, 2, 3, 4) * from unnest($1::text[], $2::text[], $3::smallint[], $4::smallint[], $5::text[], $6::text[], $7::text[])
   on conflict do nothing`,
)

/** Parks receipts whose hand-over is not written yet. */
export async function parkReceipts(tx: Tx, receipts: readonly ReceiptFact[]): Promise<void> {
  if (receipts.length === 0) return
  const column = <T>(pick: (receipt: ReceiptFact) => T): T[] => receipts.map(pick)
  await tx.run(PARK, [
    column((r) => r.upstream),
    column((r) => r.remoteId),
    column((r) => r.part),
    column((r) => r.status),
    column((r) => r.upstreamCode),
    column((r) => r.error),
    column((r) => r.to),
  ])
}

/** Claims by moving the due time: the longer a receipt is parked, the longer the pause before its next look. */
const CLAIM = statement(
  'parked_receipt.claim',
  `update parked_receipt p set due_at = now() + greatest(interval '200 milliseconds', (now() - p.received_at) / 2)
   where (upstream, remote_id, part, status) in (
     select upstream, remote_id, part, status from parked_receipt
     where upstream = $1 and due_at <= now() order by due_at limit ${RECEIPTS_AT_ONCE} for update skip locked)
   returning upstream, remote_id as "remoteId", part, status, upstream_code as "upstreamCode", error_code as error,
     recipient as to, received_at < now() - make_interval(secs => ${ORPHAN_AFTER_SECONDS}) as old`,
)

export interface ParkedReceipt extends Omit<ReceiptFact, 'kind'> {
  /** It has been parked for a minute. */
  readonly old: boolean
}

/** Parked receipts whose next look is due. */
export const claimParked = (tx: Tx, upstream: string) => tx.run<ParkedReceipt>(CLAIM, [upstream])

const REMOVE = statement(
  'parked_receipt.remove',
  `delete from parked_receipt p using unnest($1::text[], $2::text[], $3::smallint[], $4::smallint[]) as k(upstream, remote_id, part, status)
   where (p.upstream, p.remote_id, p.part, p.status) = (k.upstream, k.remote_id, k.part, k.status)`,
)

export async function removeParked(tx: Tx, receipts: readonly ParkedReceipt[]): Promise<void> {
  if (receipts.length === 0) return
  const column = <T>(pick: (receipt: ParkedReceipt) => T): T[] => receipts.map(pick)
  await tx.run(REMOVE, [
    column((r) => r.upstream),
    column((r) => r.remoteId),
    column((r) => r.part),
    column((r) => r.status),
  ])
}
