import { type Encoding, septetsIn, septetsOf } from './encoding.ts'

/**
 * How a destination counts: `standard` with an 8-bit reference in the header of each part, `tollfree` with a 16-bit one
 * (US toll-free senders), `china` for +86, which counts every text as UCS-2, including its signature and brackets.
 */
export type CountRule = 'standard' | 'china' | 'tollfree'

export interface PartCount {
  readonly encoding: Encoding
  /** Septets for GSM-7, UTF-16 code units for UCS-2. */
  readonly units: number
  /** At least 1, and never truncated: the caller enforces `sending.maxParts`. */
  readonly parts: number
  /** Load of each part without its header. Sums to `units`. */
  readonly partUnits: readonly number[]
}

interface Sizes {
  /** Units that fit a single-part message. */
  readonly alone: number
  /** Units that fit one part of several, beside the concatenation header. */
  readonly part: number
}

const SIZES: Readonly<Record<'standard' | 'tollfree', Readonly<Record<Encoding, Sizes>>>> = {
  standard: { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } },
  tollfree: { 'GSM-7': { alone: 160, part: 152 }, 'UCS-2': { alone: 70, part: 66 } },
}

/**
 * Counts encoding and parts of the final text, with signature, variables and opt-out suffix in it. An escape pair or a
 * surrogate pair never straddles two parts, so there can be more parts than units divided by size.
 */
export function count(text: string, rule: CountRule): PartCount {
  const { encoding, units, sizes } = measure(text, rule)
  if (units <= sizes.alone) return { encoding, units, parts: 1, partUnits: [units] }
  const partUnits = cut(text, encoding, sizes.part).map((part) => part.units)
  return { encoding, units, parts: partUnits.length, partUnits }
}

/** Units that fit each part of a message with this number of parts. */
export function partSize(encoding: Encoding, parts: number, rule: CountRule): number {
  const sizes = SIZES[rule === 'china' ? 'standard' : rule][encoding]
  return parts === 1 ? sizes.alone : sizes.part
}

/** Splits a text into its parts, by the same rules as `count`. Joined, the parts are the text. */
export function split(text: string, rule: CountRule): readonly string[] {
  const { encoding, units, sizes } = measure(text, rule)
  if (units <= sizes.alone) return [text]
  return cut(text, encoding, sizes.part).map(({ start, end }) => text.slice(start, end))
}

function measure(text: string, rule: CountRule): { encoding: Encoding; units: number; sizes: Sizes } {
  const septets = rule === 'china' ? null : septetsIn(text)
  const encoding = septets === null ? 'UCS-2' : 'GSM-7'
  return { encoding, units: septets ?? text.length, sizes: SIZES[rule === 'china' ? 'standard' : rule][encoding] }
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly units: number
}

function cut(text: string, encoding: Encoding, size: number): readonly Cut[] {
  const next = encoding === 'GSM-7' ? septetCut : codeUnitCut
  const cuts: Cut[] = []
  for (let start = 0; start < text.length;) {
    const part = next(text, start, size)
    cuts.push(part)
    start = part.end
  }
  return cuts
}

function septetCut(text: string, start: number, size: number): Cut {
  let end = start
  let units = 0
  while (end < text.length) {
    const cost = septetsOf(text.charCodeAt(end))
    if (units + cost > size) break
    units += cost
    end += 1
  }
  return { start, end, units }
}

function codeUnitCut(text: string, start: number, size: number): Cut {
  const full = Math.min(start + size, text.length)
  const end = full < text.length && isPair(text.charCodeAt(full - 1), text.charCodeAt(full)) ? full - 1 : full
  return { start, end, units: end - start }
}

/**
 * Keeps surrogate pairs together, since half a pair is no character (UCS-2 of TS 23.038 has none; this is practice).
 */
const isPair = (first: number, second: number): boolean =>
  first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000
