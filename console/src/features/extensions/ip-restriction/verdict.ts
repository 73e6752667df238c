import type { TextId } from '../../../i18n/ids.ts'
import type { Tone } from '../../../ui/status.tsx'

/** The outcome of the saved rules for an address. Rules that only report let an unlisted address pass. */
interface Verdict {
  readonly passes: boolean
  readonly listed: boolean
}

/** The sentence of a result. */
export const titleOf = ({ passes, listed }: Verdict): TextId => {
  if (listed) return 'ip-restriction.passes'
  return passes ? 'ip-restriction.wouldRefuse' : 'ip-restriction.refused'
}

/** The sentence of a key whose own entries decide otherwise. */
export const keyTitleOf = ({ passes, listed }: Verdict): TextId => {
  if (listed) return 'ip-restriction.keyPasses'
  return passes ? 'ip-restriction.keyWouldRefuse' : 'ip-restriction.keyRefused'
}

export function toneOf({ passes, listed }: Verdict): Tone {
  if (listed) return 'ok'
  return passes ? 'warn' : 'bad'
}
