import { signIn } from '@hongyan/contract/limits/account'
import { list } from '@hongyan/contract/limits/screens'
import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { z } from 'zod'
import { alone, statement } from '../../db/tx.ts'
import { forThisMachine } from '../../http/this-machine.ts'
import { validated } from '../../http/validated.ts'
import { Refusal } from '../../kit/refusal.ts'

/** Newest first; the parts of a message are one entry. The code of a managed channel's link is its id in hex digits. */
const LIST = statement(
  'sandbox_message.list',
  `select m.remote_id as id, m.channel, m.recipient as to, m.sender as from, m.text, m.html, m.thread ->> 'replyTo' as "replyTo", m.received_at as "receivedAt",
     case when u.id is not null then jsonb_build_object('name', u.name, 'provider', u.provider) end as upstream, m.remote
   from (select * from sandbox_message where part = 1 and ($1::text is null or recipient = $1)
     order by received_at desc, remote_id limit $2) m
   left join upstream u on u.id = case when length(m.upstream) = 32 then m.upstream::uuid end
   order by m.received_at desc, m.remote_id`,
)

const Query = z.strictObject({
  to: z.string().max(signIn.identifierMax).optional(),
  limit: z.coerce.number().pipe(z.number().int().min(1).max(list.maxLimit)).default(list.limit),
})

export interface InboxDeps {
  readonly pool: Pool
  /** True in sandbox mode at an address that only this machine can reach: the inbox shows sign-in codes. */
  readonly open: boolean
  /** Sends the inbox's page. */
  readonly page: (reply: FastifyReply) => FastifyReply
}

type Row = Omit<InboxMessage, 'receivedAt'> & { readonly receivedAt: Date }

/** GET /sandbox/inbox: a page for people, an array for programs that accept application/json. */
export const sandboxInbox = ({ pool, open, page }: InboxDeps): FastifyPluginAsync => {
  const db = alone(pool)
  return async (app) => {
    app.addHook('onRequest', forThisMachine)
    app.get('/sandbox/inbox', async (request, reply) => {
      if (!open) throw new Refusal('not_found')
      if ((request.headers.accept ?? '').includes('text/html')) return page(reply)
      const { to, limit } = validated(Query, request.query)
      const rows = await db.run<Row>(LIST, [to ?? null, limit])
      reply.header('cache-control', 'no-store')
      return rows.map((row): InboxMessage => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
    })
  }
}
