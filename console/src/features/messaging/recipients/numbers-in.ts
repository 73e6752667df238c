import { recipientList as limits } from '@hongyan/contract/limits/recipient-list'

const BETWEEN = /[\r\n,;\t]+/
const AROUND = /^[\s"'\uFEFF]+|[\s"']+$/g
const DIGIT = /\d/

/**
 * Finds the numbers of a pasted text or a file: the cells with a digit. Headings and names are left out, and the server
 * says which of the others are no numbers.
 */
export const numbersIn = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((cell) => cell.replaceAll(AROUND, '').slice(0, limits.recipientMax))
    .filter((cell) => DIGIT.test(cell))
