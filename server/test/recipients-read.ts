import { parseRecipients, type ReadChoices } from '../src/recipient-files/parse.ts'
import type { LeftOutRow, RecipientInput, RecipientRow, RecipientSummary } from '../src/recipient-files/read.ts'

export interface Read extends RecipientSummary {
  readonly rows: readonly RecipientRow[]
  readonly leftOut: readonly LeftOutRow[]
  readonly pages: number
}

const CHOICES: ReadChoices = { country: 'CN', phoneColumn: null, sheet: null }

/** Reads a source to its end in this thread. */
async function read(input: RecipientInput, choices: Partial<ReadChoices> = {}): Promise<Read> {
  const pages = parseRecipients(input, { ...CHOICES, ...choices })
  const rows: RecipientRow[] = []
  const leftOut: LeftOutRow[] = []
  for (let count = 0; ; count += 1) {
    const next = await pages.next()
    if (next.done === true) return { ...next.value, rows, leftOut, pages: count }
    rows.push(...next.value.rows)
    leftOut.push(...next.value.leftOut)
  }
}

export const readFile = (content: Uint8Array | string, choices?: Partial<ReadChoices>): Promise<Read> =>
  read({ kind: 'file', content: typeof content === 'string' ? Buffer.from(content) : content }, choices)

export const readPasted = (text: string, choices?: Partial<ReadChoices>): Promise<Read> =>
  read({ kind: 'pasted', text }, choices)

/** The numbers that were read, in their order. */
export const numbersOf = ({ rows }: Read): readonly string[] => rows.map(({ to }) => to)

/** The row, value and reason of what was left out. */
export const leftOutOf = ({ leftOut }: Read): readonly (readonly [number, string, string])[] =>
  leftOut.map(({ row, value, reason }) => [row, value, reason])
