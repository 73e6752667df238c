import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { UploadId } from '../ids.ts'
import { uploadPurposes } from '../vocabulary/upload.ts'
import { addresses } from './addresses.ts'

/** A stored file. Size and hash are those of the stored content: an image loses its metadata on the way. */
export const Upload = z.object({
  id: UploadId,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** The type of the content. */
  type: z.string(),
  /** In hexadecimal digits. */
  sha256: z.string(),
})
export type Upload = z.infer<typeof Upload>

export const upload = endpoints(addresses.upload, {
  /** A form with one `file`. The file belongs to its account, and is deleted after a day unless a feature claims it. */
  create: {
    unaudited: true,
    form: z.strictObject({ purpose: z.enum(uploadPurposes) }),
    reply: Upload,
  },
  /** The address of the file for 15 minutes. It needs no session. */
  link: { params: z.strictObject({ id: UploadId }), reply: z.object({ url: z.string() }) },
})
