import { type Tx, statement } from '../db/tx.ts'

/** Seconds a link stays with its owner without a word from it; the database's clock counts them. */
const LEASE_SECONDS = 3
export const RENEW_EVERY = 1_000

const TAKE = statement(
  'link_owner.take',
  `insert into link_owner as l (upstream, process, until)
   values ($1, $2, now() + make_interval(secs => ${LEASE_SECONDS}))
   on conflict (upstream) do update set process = excluded.process, until = excluded.until
   where l.process = excluded.process or l.until < now()
   returning process`,
)

/** Takes or renews the ownership of an upstream's link; false while another process has it. */
export async function takeLink(tx: Tx, upstream: string, process: string): Promise<boolean> {
  return (await tx.run(TAKE, [upstream, process])).length > 0
}

const LEAVE = statement('link_owner.leave', `delete from link_owner where upstream = $1 and process = $2`)

/** Gives the link up, so that another process need not wait for the lease to end. */
export async function leaveLink(tx: Tx, upstream: string, process: string): Promise<void> {
  await tx.run(LEAVE, [upstream, process])
}
