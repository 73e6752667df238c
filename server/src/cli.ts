import { type CommandDeps, commands } from './commands.ts'
import { readConfig } from './config/config.ts'
import { joinDatabase } from './db/open.ts'
import { type Arguments, type Command, type CommandResult, readArguments } from './kit/command.ts'
import { newLogger } from './kit/logger.ts'
import { exitWith } from './kit/process.ts'
import { StartError } from './kit/start-error.ts'

try {
  const typed = process.argv.slice(2)
  const command = commands.find(({ name }) => name === typed.slice(0, lengthOf(name)).join(' '))
  if (command === undefined) throw new StartError(listOf(commands))
  const args = readArguments(command, typed.slice(lengthOf(command.name)))
  const outcome = await carryOut(command, args)
  process.stdout.write(`${args.options['json'] === true ? JSON.stringify(outcome.json) : outcome.line}\n`)
  process.exitCode = outcome.failed === true ? 1 : 0
} catch (error) {
  exitWith(error)
}

/** The words of a command's name. */
function lengthOf(name: string): number {
  return name.split(' ').length
}

async function carryOut(command: Command<CommandDeps>, args: Arguments): Promise<CommandResult> {
  const config = readConfig(process.env, process.cwd())
  const log = newLogger('silent')
  const database = await joinDatabase(config, log)
  try {
    return await command.run({ config, log, databaseUrl: database.url }, args)
  } finally {
    await database.close()
  }
}

function listOf(known: readonly Command<CommandDeps>[]): string {
  const names = known.map(({ name }) => name).join(', ')
  return `Usage: hongyan <command> [--options], where the command is one of: ${names}.`
}
