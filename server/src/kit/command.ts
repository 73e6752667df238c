import { parseArgs } from 'node:util'
import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { StartError } from './start-error.ts'

export interface Arguments {
  /** The arguments without a name, after the command's name, in order. */
  readonly positionals: readonly string[]
  /** Text for an option with a value, texts for one that may be repeated, true for one without. */
  readonly options: Readonly<Record<string, string | readonly string[] | boolean | undefined>>
}

/** The result of a command: a line or several for a person, one object for a program. */
export interface CommandResult {
  readonly line: string
  readonly json: object
  /** The changed account and its subject, for the audit log. Absent where the command writes there itself. */
  readonly changed?: { readonly account: AccountId; readonly subject?: string }
  /** A check that ran and failed: the program ends with exit code 1. */
  readonly failed?: boolean
}

/** One row of the command line, with its dependencies. */
export interface Command<Deps> {
  /** As typed: noun and verb, such as `account create`, or a verb alone. */
  readonly name: string
  /** The arguments and options, for the list of commands. */
  readonly usage: string
  /** The number of positional arguments. */
  readonly arity: number
  readonly options: Readonly<Record<string, 'text' | 'texts' | 'flag'>>
  /** Staff act for an account: the operator's name is `--by`, required where money moves, and stands in the audit log. */
  readonly by?: 'required' | 'optional'
  readonly run: (deps: Deps, args: Arguments) => Promise<CommandResult>
}

/** Parses the arguments behind a command's name. Throws a StartError with the command's usage where they do not fit. */
export function readArguments<Deps>({ name, usage, ...command }: Command<Deps>, typed: readonly string[]): Arguments {
  const kinds = Object.entries<'text' | 'texts' | 'flag'>({
    ...command.options,
    ...(command.by !== undefined && { by: 'text' as const }),
    json: 'flag' as const,
  })
  const options = Object.fromEntries(
    kinds.map(([option, kind]) => [
      option,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'texts' },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...typed], options, allowPositionals: true, strict: true })
    // Only an option of texts may be repeated, and none of flags.
    const read = values as Arguments['options']
    if (positionals.length === command.arity) return checked(command, { positionals, options: read })
  } catch (error) {
    if (error instanceof StartError) throw error
    // An unknown option, or one without its value: the same answer as one argument too many.
  }
  throw new StartError(`Usage: hongyan ${name} ${usage}`)
}

function checked({ by }: Pick<Command<never>, 'by'>, args: Arguments): Arguments {
  if (by === 'required') operatorOf(args)
  return args
}

const OPERATOR_MAX = 64

/** The name of the operator of a command with `by`. */
export function operatorOf(args: Arguments): string {
  const name = required(args, 'by').trim()
  if (name !== '' && name.length <= OPERATOR_MAX) return name
  throw new StartError(`--by must be a name of 1 to ${OPERATOR_MAX} characters.`)
}

/** The name of the operator, or null where none is given. */
export const operatorIn = (args: Arguments): string | null =>
  args.options['by'] === undefined ? null : operatorOf(args)

/** The value of an option, or null where it is absent. */
export function optional({ options }: Arguments, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

/** The values of a repeated option, in their order. */
export function repeated({ options }: Arguments, name: string): readonly string[] {
  const values = options[name]
  return typeof values === 'object' ? values : []
}

export function required(args: Arguments, name: string): string {
  const value = optional(args, name)
  if (value === null || value === '') throw new StartError(`--${name} is missing.`)
  return value
}

/** The value, if it is allowed. Throws a StartError that calls it by `what`, such as `--mode`. */
export function oneOf<const T extends string>(what: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw new StartError(`${what} must be ${allowed.join(' or ')}, not "${value}".`)
  return found
}

/** An amount of money above zero, with at most six decimals. */
export function positiveAmount(what: string, value: string): Micros {
  const amount = parseMicros(value)
  if (amount !== null && amount > ZERO) return amount
  throw new StartError(`${what} must be an amount such as 12.50, not "${value}".`)
}

export function wholeNumber(what: string, value: string, [low, high]: readonly [number, number]): number {
  const number = Number(value)
  if (/^\d{1,9}$/.test(value) && number >= low && number <= high) return number
  throw new StartError(`${what} must be a whole number from ${low} to ${high}, not "${value}".`)
}
