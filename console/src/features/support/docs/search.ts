/** A paragraph, row or sample of the page that a search may find. */
export interface Passage {
  /** The anchor of its section. */
  readonly section: string
  readonly title: string
  readonly text: string
}

export interface ShownPassage extends Passage {
  readonly element: HTMLElement
}

export type Found<P extends Passage> = P & {
  /** A piece of the text around the first match. */
  readonly excerpt: string
}

const PASSAGES = 'p, li, pre, tbody tr'
const BEFORE = 30
const LENGTH = 110
const A_SECTION = 2
const MOST = 8

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Reads the passages of the page in their order. */
export function passagesOf(page: ParentNode): readonly ShownPassage[] {
  return [...page.querySelectorAll<HTMLElement>('section[id]')].flatMap((section) => {
    const title = oneLine(section.querySelector('h2 [data-title]')?.textContent ?? '')
    return [...section.querySelectorAll<HTMLElement>(PASSAGES)].map((element) => ({
      section: section.id,
      title,
      text: oneLine(element.innerText),
      element,
    }))
  })
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - BEFORE)
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const piece = text.slice(start, start + LENGTH)
  return `${start > 0 ? '…' : ''}${piece}${start + LENGTH < text.length ? '…' : ''}`
}

/**
 * Finds the passages with every word of the query, at most two of a section. Sections with the words in their title come
 * first, with their beginning where no passage matches.
 */
export function findPassages<P extends Passage>(passages: readonly P[], query: string): readonly Found<P>[] {
  const words = oneLine(query.toLowerCase()).split(' ')
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const ids = [...new Set(passages.map(({ section }) => section))]
  const sections = ids.map((id) => {
    const all = passages.filter(({ section }) => section === id)
    const [first] = all
    const inTitle = first !== undefined && has(first.title)
    const inText = all.filter(({ text }) => has(text)).slice(0, A_SECTION)
    return { inTitle, found: inText.length === 0 && inTitle ? [first] : inText }
  })
  const [word = ''] = words
  return [...sections.filter(({ inTitle }) => inTitle), ...sections.filter(({ inTitle }) => !inTitle)]
    .flatMap(({ found }) => found)
    .slice(0, MOST)
    .map((passage) => ({ ...passage, excerpt: excerptOf(passage.text, word) }))
}
