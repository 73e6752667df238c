import type { CommandResult } from './command.ts'

/** The result of a check: one line for the operator. */
export interface Finding {
  /** The part of the system that was checked. */
  readonly name: string
  readonly ok: boolean
  readonly text: string
  /** The next step where something is wrong. */
  readonly hint: string | null
}

/** One row of the registry of checks behind `hongyan doctor`. */
export interface Check<Deps> {
  readonly name: string
  readonly check: (deps: Deps) => Promise<readonly Finding[]>
}

/** Runs checks side by side. One that throws is a finding that is wrong. */
export const runChecks = async <Deps>(rows: readonly Check<Deps>[], deps: Deps): Promise<readonly Finding[]> =>
  (await Promise.all(rows.map((row) => findingsOf(row, deps)))).flat()

async function findingsOf<Deps>({ name, check }: Check<Deps>, deps: Deps): Promise<readonly Finding[]> {
  return check(deps).catch((error: unknown) => {
    const hint = 'Fix the cause, then run `hongyan doctor` again.'
    return [wrong(name, `cannot be checked: ${reasonOf(error)}`, hint)]
  })
}

/** A refused connection to several addresses has a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** The result of a command that checks: a line for each finding and one at the end. */
export function resultOfChecks(findings: readonly Finding[]): CommandResult {
  const failed = findings.filter(({ ok }) => !ok).length
  const end = failed === 0 ? 'Everything is right.' : `Wrong: ${failed} of ${findings.length}.`
  const width = Math.max(...findings.map(({ name }) => name.length))
  return {
    line: [...findings.flatMap((finding) => linesOf(finding, width)), end].join('\n'),
    json: { ok: failed === 0, checks: findings },
    failed: failed > 0,
  }
}

function linesOf({ name, ok, text, hint }: Finding, width: number): string[] {
  const line = `${ok ? 'ok   ' : 'WRONG'}  ${name.padEnd(width)}  ${text}`
  return hint === null ? [line] : [line, `${' '.repeat(width + 9)}${hint}`]
}

export const fine = (name: string, text: string): Finding => ({ name, ok: true, text, hint: null })
export const wrong = (name: string, text: string, hint: string): Finding => ({ name, ok: false, text, hint })

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** Formats a duration in its largest whole unit: `5 min`. */
export function elapsed(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1_000))
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['s', 1]
  return `${Math.floor(seconds / size)} ${unit}`
}
