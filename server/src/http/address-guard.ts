import { plainAddress } from '@hongyan/contract/ip/address'
import type { KnownCredential } from '../gateway/rules.ts'
import { Refusal } from '../kit/refusal.ts'
import { type IpVerdict, judgeAddress } from '../pipeline/ip-rules.ts'

/** A call whose address the account's IP rules decided about. */
export interface JudgedCall {
  readonly credential: KnownCredential
  readonly action: string
  readonly address: string
  readonly verdict: IpVerdict
  /** True where the rules only report, so that every call gets through. */
  readonly reportOnly: boolean
}

/**
 * Throws where the IP rules refuse an authenticated call. Needs no body, so that a refused one is never kept (semantics
 * D2). The refusal names the address that the server sees, because proxies change it.
 */
export function admitAddress(
  { credential, action, address }: Pick<JudgedCall, 'credential' | 'action' | 'address'>,
  judged: (call: JudgedCall) => void,
): void {
  const { ip } = credential
  if (ip === null) return
  const verdict = judgeAddress(ip, address)
  judged({ credential, action, address, verdict, reportOnly: ip.reportOnly })
  if (verdict.passes || ip.reportOnly) return
  const seen = plainAddress(address)
  throw new Refusal('ip_not_allowed', {
    details: { ip: seen },
    texts: {
      en: `Calls from ${seen} aren’t allowed. Change it under IP restriction.`,
      zh: `来源 IP ${seen} 被 IP 限制拦截。请在“IP 限制”中调整。`,
    },
  })
}
