import { randomInt } from 'node:crypto'

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LOWER_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const draw = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** A new AccessKey ID: only letters and digits, which no query encoding changes. */
export const newKey = (): string => draw(LETTERS_AND_DIGITS, 22)
export const newSecret = (): string => draw(LETTERS_AND_DIGITS, 40)

/** A new system_id. SMPP 3.4 allows it 15 characters, and a password 8. */
export const newSystemId = (): string => `hy${draw(LOWER_AND_DIGITS, 13)}`
export const newSmppPassword = (): string => draw(LETTERS_AND_DIGITS, 8)
