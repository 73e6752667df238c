import { parseArgs } from 'node:util'
import type { AccountId } from '@hongyan/contract/ids'
import { StartError } from './start-error.ts'

export interface Arguments {
  /** The words behind the command's name, in order. */
  readonly words: readonly string[]
  /** An option that takes a value is text, one that does not is true. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

/** What a command found or did: one line for a person, one object for a program. */
export interface CommandResult {
  readonly line: string
  readonly json: object
  /** The account that was changed and what of it, for its audit log; a command that writes there itself tells nothing here. */
  readonly changed?: { readonly account: AccountId; readonly subject?: string }
  /** A check that failed has been carried out, but ends with exit code 1. */
  readonly failed?: boolean
}

/** One row of the command line, and what it works with. */
export interface Command<Deps> {
  /** Noun and verb, as typed: `account create`. */
  readonly name: string
  /** What follows the name, for the list of commands. */
  readonly usage: string
  /** How many words follow the name. */
  readonly words: number
  readonly options: Readonly<Record<string, 'text' | 'flag'>>
  readonly run: (deps: Deps, args: Arguments) => Promise<CommandResult>
}

/** Reads what was typed behind a command's name; whatever does not fit is answered with how it is used. */
export function readArguments<Deps>({ name, usage, ...command }: Command<Deps>, typed: readonly string[]): Arguments {
  const kinds = Object.entries({ ...command.options, json: 'flag' as const })
  const options = Object.fromEntries(
    kinds.map(([option, kind]) => [option, { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) }]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...typed], options, allowPositionals: true, strict: true })
    if (positionals.length === command.words) return { words: positionals, options: values }
  } catch {
    // An option that is not known, or lacks its value: the same answer as a word too many.
  }
  throw new StartError(`Usage: hongyan ${name} ${usage}`)
}

/** The value of an option, or null where it was not given. */
export function optional({ options }: Arguments, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

export function required(args: Arguments, name: string): string {
  const value = optional(args, name)
  if (value === null || value === '') throw new StartError(`--${name} is missing.`)
  return value
}

/** One of a few words; `what` is how the operator knows the value, such as `--mode`. */
export function oneOf<const T extends string>(what: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === value)
  if (found === undefined) throw new StartError(`${what} must be ${allowed.join(' or ')}, not "${value}".`)
  return found
}

export function wholeNumber(what: string, value: string, [low, high]: readonly [number, number]): number {
  const number = Number(value)
  if (/^\d{1,9}$/.test(value) && number >= low && number <= high) return number
  throw new StartError(`${what} must be a whole number from ${low} to ${high}, not "${value}".`)
}
