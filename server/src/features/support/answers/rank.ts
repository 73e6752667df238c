import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import { plain, wordsOf } from './words.ts'

/** An answer with what it is found by. */
export interface Entry {
  readonly answer: Answer
  /** Names, numbers and codes that find it exactly. */
  readonly codes: readonly string[]
  /** Words and phrases that people type for it, in both languages. */
  readonly keywords: readonly string[]
  /** Below 1 for an answer that says less. */
  readonly weight: number
}

interface Indexed {
  readonly entry: Entry
  readonly codes: readonly string[]
  readonly title: string
  readonly phrases: readonly string[]
  /** The weight of each word: of a title, a keyword or the text. */
  readonly words: ReadonlyMap<string, number>
}

export interface Index {
  readonly entries: readonly Indexed[]
  /** The entries with each word, without those that were added later. */
  readonly having: ReadonlyMap<string, readonly Indexed[]>
  readonly added: readonly Indexed[]
}

const IN_TITLE = 5
const IN_KEYWORD = 4
const IN_TEXT = 1

function indexed(entry: Entry): Indexed {
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) words.set(word, Math.max(weight, words.get(word) ?? 0))
  }
  add(entry.answer.title, IN_TITLE)
  for (const keyword of entry.keywords) add(keyword, IN_KEYWORD)
  for (const paragraph of entry.answer.text) add(paragraph.replaceAll(/\]\([^)]*\)/g, ']'), IN_TEXT)
  return {
    entry,
    codes: entry.codes.map(plain),
    title: plain(entry.answer.title),
    phrases: entry.keywords.map(plain),
    words,
  }
}

export function indexOf(entries: readonly Entry[]): Index {
  const all = entries.map(indexed)
  const having = new Map<string, Indexed[]>()
  for (const each of all) {
    for (const word of each.words.keys()) {
      const others = having.get(word)
      if (others === undefined) having.set(word, [each])
      else others.push(each)
    }
  }
  return { entries: all, having, added: [] }
}

/** The same index with a few more entries, which don't change how rare a word is. */
export function withEntries(index: Index, entries: readonly Entry[]): Index {
  const added = entries.map(indexed)
  return { ...index, entries: [...added, ...index.entries], added: [...added, ...index.added] }
}

const CODE = 1_000
const WHOLE = 200
/** For each character of a keyword that the query contains: a long phrase says more than a short one. */
const PHRASE = 1.5
/** The most characters of a phrase that count. */
const PHRASE_MOST = 12
/** A last word that is still being typed finds the words that begin with it, for less. */
const BEGUN = 0.7
const BEGUN_FROM = 3

/**
 * The codes in a query: words with digits, underscores or capitals inside, and the whole query. A code such as
 * `undelivered` is also an ordinary word of a sentence.
 */
const codesIn = (query: string): ReadonlySet<string> => {
  const words = (query.match(/[A-Za-z\d_]+/g) ?? []).filter((word) => /[\d_]|[a-z][A-Z]/.test(word))
  return new Set([...words, query.trim()].map(plain))
}

/** True where a phrase stands in a text as whole words; Chinese has no borders of words. */
function has(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase)
  if (at < 0) return false
  const isWord = (character: string | undefined) => character !== undefined && /[a-z\d]/.test(character)
  const [first, last] = [phrase[0], phrase.at(-1)]
  return !(isWord(first) && isWord(text[at - 1])) && !(isWord(last) && isWord(text[at + phrase.length]))
}

interface Question {
  readonly text: string
  readonly codes: ReadonlySet<string>
  readonly words: readonly string[]
  /** The word that the reader may still be typing. */
  readonly begun: string | null
}

function questionOf(query: string, isTyped: boolean): Question {
  const text = plain(query)
  const words = wordsOf(query)
  // The time of the pattern grows with the square of a run of letters. Only a search is typed, and its query is short.
  const last = isTyped ? (/[a-z]+$/.exec(text)?.[0] ?? '') : ''
  return { text, codes: codesIn(query), words, begun: last.length >= BEGUN_FROM ? last : null }
}

/** The importance of a word: high where few answers have it. */
const rarity = ({ entries, having }: Index, word: string): number =>
  Math.log(1 + entries.length / (having.get(word)?.length ?? 1))

function weightOf({ words }: Indexed, word: string, begun: string | null): number {
  const whole = words.get(word)
  if (whole !== undefined) return whole
  if (begun === null || !begun.startsWith(word)) return 0
  const longer = [...words].filter(([each]) => each.startsWith(word)).map(([, weight]) => weight)
  return BEGUN * Math.max(0, ...longer)
}

/** The score of each entry by the words of a question. A draft may have thousands, and most are in no entry. */
function scoresByWords(index: Index, { words, begun }: Question): ReadonlyMap<Indexed, number> {
  const scores = new Map<Indexed, number>()
  for (const word of words) {
    const importance = rarity(index, word)
    const found = begun?.startsWith(word) ? index.entries : [...index.added, ...(index.having.get(word) ?? [])]
    for (const each of found) scores.set(each, (scores.get(each) ?? 0) + weightOf(each, word, begun) * importance)
  }
  return scores
}

/** The score of an answer to a question; 0 where it is none. */
function scoreOf(each: Indexed, { text, codes }: Question, byWords: number): number {
  const { entry, title, phrases } = each
  const exact = each.codes.some((code) => codes.has(code)) ? CODE : 0
  const whole = title === text.trim() || phrases.includes(text.trim()) ? WHOLE : 0
  const contained = phrases.filter((phrase) => phrase.length > 1 && has(text, phrase))
  const phrase = Math.max(0, ...contained.map(({ length }) => PHRASE * Math.min(length, PHRASE_MOST)))
  return (exact + whole + phrase + byWords) * entry.weight
}

/** A score below this is chance: one common word in the text of an answer. */
const LEAST = 5
/** Answers that score less than this share of the best one, or of a good one, are left out. */
const SHARE = 0.3
const GOOD = 80

export interface Ranked {
  readonly entry: Entry
  readonly score: number
}

/** The entries that answer a query, best first. `isTyped`: its last word may be unfinished. */
export function rank(index: Index, query: string, isTyped = false): readonly Ranked[] {
  const question = questionOf(query, isTyped)
  const byWords = scoresByWords(index, question)
  const scored = index.entries
    .map((each) => ({ entry: each.entry, score: scoreOf(each, question, byWords.get(each) ?? 0) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted((one, other) => other.score - one.score)
  const best = scored[0]?.score ?? 0
  return scored.filter(({ score }) => score >= Math.min(best, GOOD) * SHARE)
}
