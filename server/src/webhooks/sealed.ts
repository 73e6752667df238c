import { sealedColumn } from '../db/sealed-column.ts'
import type { SecretBox } from '../kit/secret-box.ts'

type Header = readonly [name: string, value: string]

/** The contexts under which the secret box seals an endpoint's fields. */
const headersContext = (id: string): string => `webhook ${id} headers`
const secretContext = (id: string): string => `webhook ${id} secret`

export const tokenContext = (account: string): string => `webhook receiver ${account}`

const column = (name: string, context: (id: string) => string) =>
  sealedColumn({ table: 'webhook_endpoint', column: name, of: ['id'], context: ([id = '']) => context(id) })

export const sealedWebhookColumns = [
  column('sealed_headers', headersContext),
  column('sealed_secret', secretContext),
  column('sealed_old_secret', secretContext),
  sealedColumn({
    table: 'webhook_receiver',
    column: 'sealed_token',
    of: ['account_id'],
    context: ([account = '']) => tokenContext(account),
  }),
]

export const sealSecret = (secrets: Pick<SecretBox, 'seal'>, id: string, secret: string): string =>
  secrets.seal(secret, secretContext(id))

export const openSecret = (secrets: Pick<SecretBox, 'open'>, id: string, sealed: string): string =>
  secrets.open(sealed, secretContext(id))

export const sealHeaders = (secrets: Pick<SecretBox, 'seal'>, id: string, headers: readonly Header[]): string =>
  secrets.seal(JSON.stringify(headers), headersContext(id))

export const openHeaders = (
  secrets: Pick<SecretBox, 'open'>,
  { id, sealedHeaders }: { readonly id: string; readonly sealedHeaders: string },
): readonly Header[] => JSON.parse(secrets.open(sealedHeaders, headersContext(id))) as Header[] // `sealHeaders` wrote it
