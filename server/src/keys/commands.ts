import type { Command } from '../kit/command.ts'
import { resultOfChecks } from '../kit/check.ts'
import { keyChecks } from './checks.ts'
import type { KeyDeps } from './open-keys.ts'
import { rotate } from './rotate.ts'

export const keyCommands: readonly Command<KeyDeps>[] = [
  {
    name: 'keys check',
    usage: '[--json]',
    options: {},
    arity: 0,
    run: async (deps) => resultOfChecks((await Promise.all(keyChecks.map(({ check }) => check(deps)))).flat()),
  },
  { name: 'keys rotate', usage: '[--leaked] [--json]', options: { leaked: 'flag' }, arity: 0, run: rotate },
]
