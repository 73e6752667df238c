import { errorPages, pagedErrors, type PagedError } from '@hongyan/contract/error-pages'
import { errors } from '@hongyan/contract/errors'
import { dashedId, MessageId } from '@hongyan/contract/ids'

const IDS = /(?<![\da-f])[\da-f]{8}-?[\da-f]{4}-?7[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}(?![\da-f])/gi

/** The ids of messages in a text, with or without dashes, and the text without them. Any UUIDv7 looks like one. */
export function messageIdsIn(text: string): { readonly ids: readonly MessageId[]; readonly rest: string } {
  const found = [...text.matchAll(IDS)].map(([id]) => MessageId.safeParse(dashedId(id.toLowerCase())))
  const ids = found.flatMap(({ success, data }) => (success ? [data] : []))
  return { ids: [...new Set(ids)], rest: text.replaceAll(IDS, ' ') }
}

/** A number of the send API belongs to several errors; more of them would say too little. */
const OF_A_NUMBER = 2

const wordsOfErrors = new Map(pagedErrors.map((code) => [errors[code].word.toLowerCase(), code]))

/** Most codes are several words; one such as `internal` is also an ordinary word, and is no code in a sentence. */
const isCode = (word: string): word is PagedError => word.includes('_') && Object.hasOwn(errorPages, word)

/** The errors that a text names by code, by number such as 105400, or by name such as InsufficientFunds. */
export function errorsIn(text: string): readonly PagedError[] {
  const found = (text.match(/[A-Za-z\d_]+/g) ?? []).flatMap((word): readonly PagedError[] => {
    const lower = word.toLowerCase()
    if (isCode(lower)) return [lower]
    if (/^10\d{4}$/.test(word)) return pagedErrors.filter((code) => errors[code].number === word).slice(0, OF_A_NUMBER)
    const named = /[a-z][A-Z]/.test(word) ? wordsOfErrors.get(lower) : undefined
    return named === undefined ? [] : [named]
  })
  return [...new Set(found)]
}
