export type Encoding = 'GSM-7' | 'UCS-2'

/** The default alphabet of 3GPP TS 23.038 section 6.2.1 without ESC, one septet a character. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** Its extension table, section 6.2.1.1: ESC and a character, two septets. */
const EXTENSION = '\f^{}\\[~]|€'

/** Septets by UTF-16 code unit up to the euro sign, the highest of the alphabet; 0 for a character it lacks. */
const SEPTETS = new Uint8Array(0x20ad)
for (const character of BASIC) SEPTETS[character.charCodeAt(0)] = 1
for (const character of EXTENSION) SEPTETS[character.charCodeAt(0)] = 2

/** Septets of one UTF-16 code unit: 1, 2 for a character that needs an escape, 0 for one that GSM-7 lacks. */
export const septetsOf = (codeUnit: number): number => SEPTETS[codeUnit] ?? 0

/** Septets of a whole text, or null when GSM-7 lacks one of its characters. */
export function septetsIn(text: string): number | null {
  let septets = 0
  for (let index = 0; index < text.length; index++) {
    const cost = septetsOf(text.charCodeAt(index))
    if (cost === 0) return null
    septets += cost
  }
  return septets
}
