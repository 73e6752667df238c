import { AccountId, UploadId } from '@hongyan/contract/ids'
import { upload as limits } from '@hongyan/contract/limits/uploads'
import type { SecretBox } from '../kit/secret-box.ts'
import * as links from '../kit/signed-link.ts'

/** The upload that a link gives access to, without a session, until a moment. */
export interface LinkTarget {
  readonly account: AccountId
  readonly id: UploadId
}

const CONTEXT = 'upload link'

/** The token of a link to an upload. */
export const signLink = (secrets: Pick<SecretBox, 'hash'>, target: LinkTarget, now: Date): string =>
  links.signLink(secrets, CONTEXT, target, new Date(now.getTime() + limits.linkFor))

/** The target of a token, or null where it is malformed, altered or expired. */
export function readLink(secrets: Pick<SecretBox, 'hash'>, token: string, now: Date): LinkTarget | null {
  const target = links.readLink(secrets, CONTEXT, token, now)
  return target === null ? null : { account: AccountId.parse(target.account), id: UploadId.parse(target.id) }
}
