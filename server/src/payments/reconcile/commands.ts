import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Arguments, Command, CommandResult } from '../../kit/command.ts'
import { type Difference, reconcile } from './compare.ts'
import { openReport } from './report.ts'

export interface ReconcileDeps {
  readonly db: Kysely<Schema>
}

const results: readonly Difference['result'][] = ['missing here', 'amount differs', 'missing there']

/** Compares a provider's report with the books. Fails where they differ. */
async function run({ db }: ReconcileDeps, { positionals: [file = ''] }: Arguments): Promise<CommandResult> {
  const { channel, matched, others, differences } = await reconcile(db, await openReport(file))
  const count = (result: Difference['result']): number => differences.filter((one) => one.result === result).length
  const sums = results.map((result) => (count(result) === 0 ? '' : `, ${count(result)} ${result}`)).join('')
  const total = `${channel}: ${matched} matched${sums}, ${others} of other kinds.`
  const isEqual = differences.length === 0
  return {
    line: [...differences.map(lineOf), total].join('\n'),
    json: {
      ok: isEqual,
      channel,
      matched,
      others,
      differences: differences.map((one) => ({ ...one, at: one.at.toISOString() })),
    },
    failed: !isEqual,
  }
}

const lineOf = ({ result, kind, id, at, there, here }: Difference): string =>
  `${result}: ${kind} ${id} at ${at.toISOString()}, there ${there ?? 'nothing'}, here ${here ?? 'nothing'}`

export const reconcileCommands: readonly Command<ReconcileDeps>[] = [
  { name: 'payment reconcile', usage: '<file> [--json]', options: {}, arity: 1, run },
]
