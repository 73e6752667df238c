/** English words that say nothing about the topic of a question. */
const EMPTY = new Set(
  `a about after all am an and any are as at be been but by can cant could did do does doesnt dont for from get gets got
   had has have help hi how i if im in into is isnt it its just me my need no not now of on or our out please so still
   than that the their them then there these they this to up us use was we were what when where which who why will with
   would you your`.split(/\s+/),
)

/** Chinese phrases that say nothing about the topic of a question. */
const EMPTY_HAN =
  /请问|怎么办|怎么样|怎么|怎样|如何|为什么|为何|什么|一下|可以|能不能|是不是|吗|呢|啊|吧|了|的|地|得|我们|我|您|你|请/gu

/**
 * Reduces a word to its stem, roughly: `rejected`, `rejects` and `reject` have one. Both sides of a comparison pass
 * here, so a stem need not be a word.
 */
function stemOf(word: string): string {
  if (word.length < 4 || /[\d_]/.test(word)) return word
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<![su])s$/, '')
    .replace(/(?<=.{3})(?:ing|ed)$/, '')
    .replace(/(?<=.{2})e$/, '')
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
}

/** Lower case, in one width, without apostrophes. */
export const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/['’]/g, '')

/** A run of Chinese characters as pairs of neighbours, because Chinese writes no spaces; one character alone as itself. */
function pairsOf(run: string): readonly string[] {
  const characters = Array.from(run)
  return characters.length === 1 ? characters : characters.slice(1).map((each, at) => `${characters[at]}${each}`)
}

/** The words of a text that say something about its topic: stems of words, names and numbers, and pairs of Chinese. */
export function wordsOf(text: string): readonly string[] {
  const written = plain(text)
  const latin = (written.match(/[\p{Script=Latin}\d_]+/gu) ?? []).filter((word) => word.length > 1 && !EMPTY.has(word))
  const han = written.replaceAll(EMPTY_HAN, ' ').match(/\p{Script=Han}+/gu) ?? []
  return [...new Set([...latin.map(stemOf), ...han.flatMap(pairsOf)])]
}
