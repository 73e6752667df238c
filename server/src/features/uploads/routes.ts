import { upload } from '@hongyan/contract/endpoints/upload'
import { implement, type Route } from '../../http/implement.ts'
import { Refusal } from '../../kit/refusal.ts'
import { signLink } from '../../uploads/links.ts'
import { receiveUpload, requireRoom } from '../../uploads/receive.ts'
import { findUpload } from '../../uploads/store.ts'
import type { Uploads } from '../../uploads/uploads.ts'
import { alone } from '../../db/tx.ts'
import { FILES } from './files.ts'

export interface UploadRouteDeps {
  readonly uploads: Uploads
  /** The public address of a path of this server. */
  readonly addressOf: (path: string) => string
}

/** Stays open to a suspended account: support and verification need files (ruling 35). */
export const uploadRoutes = ({ uploads, addressOf }: UploadRouteDeps): readonly Route[] =>
  implement(
    upload,
    {
      create: async ({ caller, form }) => {
        const { purpose: _, ...stored } = await receiveUpload(uploads, caller.account, async (take) => {
          const { fields, file } = await form(take)
          return { purpose: fields.purpose, file }
        })
        return stored
      },
      link: async ({ caller: { account }, params: { id } }) => {
        if ((await findUpload(alone(uploads.pool), account, id)) === null) throw new Refusal('not_found')
        return { url: addressOf(`${FILES}/${signLink(uploads.secrets, { account, id }, uploads.clock.now())}`) }
      },
    },
    { admit: { create: ({ account }) => requireRoom(uploads, account) } },
  )
