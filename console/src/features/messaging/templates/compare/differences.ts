/** A stretch of a text, and whether the other text lacks it. */
export interface Stretch {
  readonly text: string
  readonly changed: boolean
}

/** Variables, words, numbers, and every other character by itself, so that Chinese is compared by character. */
const TOKEN = /\{[a-z0-9_]+\}|[\p{Script=Latin}\p{N}'’]+|\s+|[^]/gu

const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? []

/** The lengths of the longest common subsequences of the ends of both lists. */
function lengths(one: readonly string[], other: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const cells = table[row]
      if (cells === undefined) continue
      cells[column] =
        one[row] === other[column]
          ? (table[row + 1]?.[column + 1] ?? 0) + 1
          : Math.max(table[row + 1]?.[column] ?? 0, cells[column + 1] ?? 0)
    }
  }
  return table
}

function joined(tokens: readonly Stretch[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const { text, changed } of tokens) {
    const last = stretches.at(-1)
    if (last?.changed === changed) stretches.splice(-1, 1, { text: last.text + text, changed })
    else stretches.push({ text, changed })
  }
  return stretches
}

const isSpace = (text: string): boolean => text.trim() === ''

/** Marks the spaces between changed words too, so that changed words in a row are one stretch. */
const bridged = (stretches: readonly Stretch[]): readonly Stretch[] =>
  joined(
    stretches.map((stretch, place) => {
      const isGap = stretches[place - 1]?.changed === true && stretches[place + 1]?.changed === true
      return isGap && isSpace(stretch.text) ? { ...stretch, changed: true } : stretch
    }),
  )

/** Leaves out the spaces around changed words. A change of spaces alone stays marked. */
const trimmed = (stretches: readonly Stretch[]): readonly Stretch[] =>
  joined(
    stretches.flatMap((stretch) => {
      const { text, changed } = stretch
      if (!changed || isSpace(text)) return [stretch]
      const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/u.exec(text) ?? []
      return [
        { text: before, changed: false },
        { text: words, changed: true },
        { text: after, changed: false },
      ].filter((each) => each.text !== '')
    }),
  )

const marked = (tokens: readonly Stretch[]): readonly Stretch[] => trimmed(bridged(joined(tokens)))

/** Compares two texts by words. Returns the stretches of each, in its order. */
export function differences(
  one: string,
  other: string,
): { readonly one: readonly Stretch[]; readonly other: readonly Stretch[] } {
  const [left, right] = [tokensOf(one), tokensOf(other)]
  const table = lengths(left, right)
  const found: { one: Stretch[]; other: Stretch[] } = { one: [], other: [] }
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    const [a, b] = [left[row], right[column]]
    if (a !== undefined && a === b) {
      found.one.push({ text: a, changed: false })
      found.other.push({ text: a, changed: false })
      row += 1
      column += 1
    } else if (
      b === undefined ||
      (a !== undefined && (table[row + 1]?.[column] ?? 0) >= (table[row]?.[column + 1] ?? 0))
    ) {
      found.one.push({ text: a ?? '', changed: true })
      row += 1
    } else {
      found.other.push({ text: b, changed: true })
      column += 1
    }
  }
  return { one: marked(found.one), other: marked(found.other) }
}
