import { rounded, type Spread } from './spread.ts'

/** A line of the table: what was measured, in which unit, and what the runs came to. */
export interface Line {
  readonly figure: string
  readonly unit: string
  readonly runs: Spread
}

/** Prints medians and ranges in columns. */
export function printTable(title: string, lines: readonly Line[]): void {
  const cells = lines
    .filter(({ runs }) => Number.isFinite(runs.median))
    .map(({ figure, unit, runs }) => [
      figure,
      shown(runs.median),
      `${shown(runs.lowest)} – ${shown(runs.highest)}`,
      unit,
    ])
  printColumns(title, [['', 'median', 'range', ''], ...cells])
}

/** Prints rows of cells, the first of which are the headings. */
export function printColumns(title: string, rows: readonly (readonly string[])[]): void {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  )
  console.log(`\n${title}\n`)
  for (const row of rows) console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}`.trimEnd())
  console.log('')
}

const shown = (value: number): string => rounded(value).toLocaleString('en-GB')
