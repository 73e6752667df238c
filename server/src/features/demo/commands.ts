import type { Command } from '../../kit/command.ts'
import { DEMO_PASSWORD, stories } from './accounts.ts'
import { type DemoDeps, seedDemo } from './seed.ts'

export const demoCommands: readonly Command<DemoDeps>[] = [
  {
    name: 'demo seed',
    usage: '[--json]',
    options: {},
    arity: 0,
    run: async (deps) => {
      const seeded = await seedDemo(deps)
      const accounts = stories.map(({ owner: { email } }) => ({ email, password: DEMO_PASSWORD }))
      const named = accounts.map(({ email, password }) => `${email} with the password ${password}`).join(', ')
      const line = seeded ? `Sign in as ${named}.` : 'The demo accounts are there already; nothing was changed.'
      return { line, json: { seeded, accounts } }
    },
  },
]
