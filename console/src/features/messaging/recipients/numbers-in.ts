import { recipientList as limits } from '@hongyan/contract/limits/recipient-list'

const LINE_END = /\r\n|\r|\n/
const BETWEEN = /[,;\t]+/
const AROUND = /^[\s"'\uFEFF]+|[\s"']+$/g
const DIGIT = /\d/

/** A cell that may hold a number. */
interface NumberCell {
  readonly text: string
  /** The line of the text, from 1. */
  readonly line: number
}

/**
 * Finds the numbers of a pasted text or a file: the cells with a digit. Headings and names are left out, and the server
 * says which of the others are no numbers.
 */
export const numbersIn = (text: string): readonly NumberCell[] =>
  text.split(LINE_END).flatMap((row, index) =>
    row
      .split(BETWEEN)
      .map((cell) => cell.replaceAll(AROUND, '').slice(0, limits.recipientMax))
      .filter((cell) => DIGIT.test(cell))
      .map((cell) => ({ text: cell, line: index + 1 })),
  )
