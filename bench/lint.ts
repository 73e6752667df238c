// The processor time in which the rules of the review read a template of 500 characters, as the form does at every change.
import { templateCorpus } from '@hongyan/contract/senders/corpus'
import { templateExample } from '@hongyan/contract/senders/examples'
import { lintTemplate } from '@hongyan/contract/senders/findings'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { judge, printGoals } from './figures/goal.ts'
import { spreadOf } from './figures/spread.ts'
import { printTable } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'

const GOAL_MILLIS = 5
const LENGTH = 500
const ROUNDS = 5
/** Readings of a text in a round: one takes too little to be measured alone. */
const READINGS = 40

const partitions = [Partition.Cn, Partition.Us]
/** Each text of the corpus, repeated up to the length. */
const texts = templateCorpus.map(({ form }) => form.content.repeat(LENGTH).slice(0, LENGTH))

const read = (content: string, partition: Partition): unknown =>
  lintTemplate({ ...templateExample, content }, { partition, today: '2026-11-23' })

/** Milliseconds of processor time that one reading of a text takes. */
function millisOf(content: string, partition: Partition, readings = READINGS): number {
  const before = process.cpuUsage()
  for (let nr = 0; nr < readings; nr += 1) read(content, partition)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / readings
}

const first = millisOf(texts[0] ?? '', Partition.Cn, 1)
for (const text of texts) for (const partition of partitions) read(text, partition)
const rounds = Array.from({ length: ROUNDS }, () =>
  spreadOf(partitions.flatMap((partition) => texts.map((text) => millisOf(text, partition)))),
)
const slowest = rounds.map(({ highest }) => highest)
printTable(`${texts.length} texts of ${LENGTH} characters in both partitions, ${ROUNDS} rounds`, [
  { figure: 'the first reading of a process', unit: 'ms', runs: spreadOf([first]) },
  { figure: 'the median text', unit: 'ms', runs: spreadOf(rounds.map(({ median }) => median)) },
  { figure: 'the slowest text', unit: 'ms', runs: spreadOf(slowest) },
])
const goals = [judge({ figure: 'the slowest text', unit: 'ms', better: 'lower', goal: GOAL_MILLIS }, slowest)]
printGoals(goals)
const figures = { texts: texts.length, length: LENGTH, first, rounds }
writeWitness('lint', { goals, ...figures })
console.log(JSON.stringify(figures))
