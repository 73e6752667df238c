import type { AccountId } from '@hongyan/contract/ids'
import type { Source } from '../../../http/implement.ts'
import { networkOf } from '../../../kit/network.ts'
import type { CodeRequest } from './request.ts'

/** The party that requests a code. */
export interface Asker {
  /** The subject of its own caps: an account, a known device, or else a network. */
  readonly name: string
  /**
   * The subject of its current code, which only its next request replaces. A browser counts apart from others of its
   * network.
   */
  readonly place: string
  /** True for the target's owner, as far as the server can see: by a session, or by a device that signed in before. */
  readonly known: boolean
}

/** Returns true where the owner of an account signed in from a device. Takes the same time without an account. */
export type IsKnownDevice = (account: AccountId | null, device: string | null) => Promise<boolean>

export async function askerOf(
  isKnownDevice: IsKnownDevice,
  { caller, holder }: Pick<CodeRequest, 'caller' | 'holder'>,
  { address, device }: Source,
): Promise<Asker> {
  const signedInBefore = device !== null && (await isKnownDevice(holder?.id ?? null, device))
  const network = networkName(address)
  if (caller !== null) {
    const name = `account ${caller.id}`
    return { name, place: name, known: caller.id === holder?.id }
  }
  const place = device === null ? network : `device ${device}`
  return { name: signedInBefore ? place : network, place, known: signedInBefore }
}

const networkName = (address: string): string => `network ${networkOf(address)}`

/** The party without session and cookie at an address. */
export function strangerAt(address: string): Asker {
  const name = networkName(address)
  return { name, place: name, known: false }
}
