import { type HomeCountry, readNumberCell } from './number-cell.ts'

const SPACES = /\s+/
const BEFORE_PLUS = /\s+(?=\+)/

/**
 * The numbers of a text without commas or their like. One that is a number, perhaps with spaces in it, stays whole; else
 * it is cut before each plus or at every space, whichever finds more numbers.
 */
export function splitNumbers(text: string, country: HomeCountry): readonly string[] {
  const isNumber = (part: string): boolean => readNumberCell(part, country).kind !== 'invalid'
  if (!SPACES.test(text) || isNumber(text)) return [text]
  const [atPlus, atSpaces] = [text.split(BEFORE_PLUS), text.split(SPACES)]
  const [plus, spaces] = [atPlus.filter(isNumber).length, atSpaces.filter(isNumber).length]
  if (plus === 0 && spaces === 0) return [text]
  return plus >= spaces ? atPlus : atSpaces
}
