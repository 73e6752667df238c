import type { Config } from './config/config.ts'
import type { Logger } from './kit/logger.ts'

/** What a command works with. */
export interface CommandDeps {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
}

export interface Arguments {
  /** The words behind the command's name, in order. */
  readonly words: readonly string[]
  /** An option that takes a value is text, one that does not is true. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

/** What a command found or did: one line for a person, one object for a program. */
export interface Outcome {
  readonly line: string
  readonly json: object
  /** A check that failed has been carried out, but ends with exit code 1. */
  readonly failed?: boolean
}

/** One row of the command line. */
export interface Command {
  /** Noun and verb, as typed: `account create`. */
  readonly name: string
  /** What follows the name, for the list of commands. */
  readonly usage: string
  readonly options: Readonly<Record<string, 'text' | 'flag'>>
  readonly run: (deps: CommandDeps, args: Arguments) => Promise<Outcome>
}

export const commands: readonly Command[] = []
