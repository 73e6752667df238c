import type { UpstreamId } from '@hongyan/contract/ids'
import { sealedColumn } from '../../../db/sealed-column.ts'
import { sealedUpstreamSecrets } from '../../../kit/sealed-fields.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'

/** Secrets by field. */
export type Secrets = Readonly<Record<string, string>>

export const sealedUpstreamColumn = sealedColumn({
  table: 'upstream',
  column: 'sealed_secrets',
  of: ['id'],
  context: ([id = '']) => sealedUpstreamSecrets(id),
})

export const sealSecrets = (box: Pick<SecretBox, 'seal'>, id: UpstreamId, secrets: Secrets): string =>
  box.seal(JSON.stringify(secrets), sealedUpstreamSecrets(id))

export const openSecrets = (box: Pick<SecretBox, 'open'>, id: UpstreamId, sealed: string): Secrets =>
  JSON.parse(box.open(sealed, sealedUpstreamSecrets(id))) as Secrets // `sealSecrets` wrote it
