import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Before we began: on a machine that is busy with other things figures come out low. */
const [loadBefore = 0] = loadavg()

/** Keeps everything a later reader needs to judge the figures: where they were taken, of what, and every single run. */
export function writeWitness(name: string, found: Readonly<Record<string, unknown>>): void {
  const at = new Date()
  const folder = path.join(root, 'bench/results')
  const file = path.join(folder, `${name}-${at.toISOString().slice(0, 16).replaceAll(':', '')}.json`)
  const witness = { name, at: at.toISOString(), commit: commit(), machine: machine(), ...found }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(witness, null, 2)}\n`)
  console.log(`witness: ${path.relative(root, file)}`)
}

/** The commit, marked where the tree under it was changed. */
function commit(): string | null {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'server', 'contract', 'console', 'tools', 'bench/*.ts')
    return `${git('rev-parse', 'HEAD')}${changed === '' ? '' : ' with changes'}`
  } catch {
    return null
  }
}

const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? null,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  node: process.versions.node,
  loadBefore,
})
