/** Punctuation of links, shares and numbers of things, wherever it stands. */
const MEANT = '%‰#@&*/\\\\'

/** Punctuation that ends or parts sentences: not inside a number, an amount or a link, and not a minus. */
const LOOSE = new RegExp(`(?![{}_${MEANT}]|-[\\d{])(?:(?<![A-Za-z\\d}])\\p{P}|\\p{P}(?![A-Za-z\\d{]))`, 'gu')
/** Marks that write a word or part two, but no link. */
const BETWEEN_LETTERS = /(?<=\p{L})['’,;!](?=\p{L})/gu
/** White space, but none that keeps two numbers apart, or a link from what follows. */
const BLANK = new RegExp(`(?<!\\d)(?<![${MEANT}])\\s+(?![${MEANT}])|(?<=\\d)\\s+(?![\\d${MEANT}])`, 'gu')

/**
 * A content without white space and punctuation: two with the same one need one review (screens S3). What stands inside
 * links, numbers and amounts stays, since it changes what a recipient opens or owes.
 */
export const fingerprint = (content: string): string =>
  content.normalize('NFKC').replaceAll(BETWEEN_LETTERS, '').replaceAll(LOOSE, '').replaceAll(BLANK, '')
