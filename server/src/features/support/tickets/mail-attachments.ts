import type { AccountId, UploadId } from '@hongyan/contract/ids'
import { errorWords } from '@hongyan/contract/errors'
import { support as limits } from '@hongyan/contract/limits/support'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { Refusal } from '../../../kit/refusal.ts'
import { receiveUpload } from '../../../uploads/receive.ts'
import type { Uploads } from '../../../uploads/uploads.ts'
import type { ReceivedEmail } from './received-email.ts'

/** The attachments of an email that are stored, and a sentence for each that is not. */
interface TakenAttachments {
  readonly ids: readonly UploadId[]
  readonly notes: readonly string[]
}

/**
 * Stores the attachments of an email as uploads, one after the other, by the rules of the console: the content decides
 * the type. Throws where the account has to wait, so that the whole email is passed on again later.
 */
export async function takeAttachments(
  uploads: Uploads,
  account: AccountId,
  attachments: ReceivedEmail['attachments'],
  locale: Locale,
): Promise<TakenAttachments> {
  const ids: UploadId[] = []
  const notes: string[] = []
  for (const { name, content } of attachments.slice(0, limits.attachments)) {
    const taken = await takeAttachment(uploads, account, name, Buffer.from(content, 'base64'))
    if (taken instanceof Refusal) notes.push(refusedNote(name, errorWords(taken.code, locale).what, locale))
    else ids.push(taken)
  }
  if (attachments.length > limits.attachments) notes.push(tooManyNote(locale))
  return { ids, notes }
}

async function takeAttachment(
  uploads: Uploads,
  account: AccountId,
  name: string,
  content: Buffer,
): Promise<UploadId | Refusal> {
  try {
    const { id } = await receiveUpload(uploads, account, async (take) => ({
      purpose: 'attachment',
      file: await take({ name, content: chunkOf(content) }),
    }))
    return id
  } catch (error) {
    if (error instanceof Refusal && error.retryAfter === undefined) return error
    throw error
  }
}

async function* chunkOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

const NAME_MAX = 80

/** A name as one line of plain text. */
const plain = (name: string): string =>
  Array.from(name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, NAME_MAX)
    .join('')

const refusedNote = (name: string, why: string, locale: Locale): string =>
  locale === Locale.SimplifiedChinese
    ? `附件“${plain(name)}”未添加：${why}`
    : `Attachment “${plain(name)}” left out: ${why}`

const tooManyNote = (locale: Locale): string =>
  locale === Locale.SimplifiedChinese
    ? `仅添加了前 ${limits.attachments} 个附件。`
    : `Only the first ${limits.attachments} attachments were added.`
