import { withCountries } from '../src/compose/countries.ts'
import { ticketsOf } from '../src/compose/tickets.ts'
import { endSuspension } from '../src/features/account/account/change.ts'
import { accountCommands } from '../src/features/account/account/commands.ts'
import { appealCommands } from '../src/features/support/tickets/appeal-commands.ts'
import { type CommandResult, readArguments } from '../src/kit/command.ts'
import type { SignedIn, World } from './world.ts'

/** Decides an appeal as support. */
export async function decideAppeal(
  world: World,
  name: 'restore' | 'uphold',
  ...typed: readonly string[]
): Promise<CommandResult> {
  const command = appealCommands.find((each) => each.name === `appeal ${name}`)
  if (command === undefined) throw new Error(`there is no command appeal ${name}`)
  return command.run({ ...ticketsOf(world), endSuspension }, readArguments(command, [...typed, '--by', 'Ines']))
}

/** Sets a field of an account as staff. */
export async function setAccount(world: World, { email }: SignedIn, field: string, value: string): Promise<void> {
  const command = accountCommands.find(({ name }) => name === 'account set')
  await command?.run(withCountries(world), { positionals: [email, field, value], options: {} })
}
