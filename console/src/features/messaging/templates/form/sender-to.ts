import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { TextId } from '../../../../i18n/ids.ts'

type Sender = Pick<Signature, 'id' | 'name' | 'regions' | 'scenes' | 'is_default'>

interface Sending {
  readonly partition: Partition
  /** True for an account whose sender IDs need no review (`sms_wildcard`). */
  readonly isFree: boolean
  /** The account's sender IDs that may be used, of every region. */
  readonly senders: readonly Sender[]
}

/** The sender ID of a message to a country, null for the shared sender, or the reason of a refusal. */
export type SenderTo = { readonly name: string | null } | { readonly refused: TextId }

/**
 * Finds the sender of a form's messages to a country as the server does for a request without one (semantics D14): the
 * one the template is bound to, else the account's default, else a shared one, which mainland accounts do not have.
 */
export function senderTo(
  country: string,
  { signature_id: bound, scene }: Pick<TemplateForm, 'signature_id' | 'scene'>,
  { partition, isFree, senders }: Sending,
): SenderTo {
  const isMainland = partition === Partition.Cn
  const own =
    bound === null
      ? senders.find((each) => each.is_default && each.scenes.includes(scene))
      : senders.find(({ id }) => id === bound)
  if (own === undefined) return isMainland && !isFree ? { refused: 'templates.senderMissing' } : { name: null }
  const region = country === 'CN' ? 'cn' : 'intl'
  const isForCountry = senders.some(({ name, regions }) => name === own.name && regions.includes(region))
  if (isForCountry || isFree) return { name: own.name }
  return bound !== null || isMainland ? { refused: 'templates.senderElsewhere' } : { name: null }
}
