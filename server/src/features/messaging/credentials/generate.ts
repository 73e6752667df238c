import { randomInt } from 'node:crypto'

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LOWER_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const draw = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Letters and digits alone, so that no query encoding changes them. */
export const newKey = (): string => draw(LETTERS_AND_DIGITS, 22)
export const newSecret = (): string => draw(LETTERS_AND_DIGITS, 40)

/** SMPP 3.4 gives a system_id 15 characters and a password 8. */
export const newSystemId = (): string => `hy${draw(LOWER_AND_DIGITS, 13)}`
export const newSmppPassword = (): string => draw(LETTERS_AND_DIGITS, 8)
