// `npm run mutants [-- --fast] [-- --only NAME …] [-- --trust] [-- --at-once N]`: plants the bugs of mutants.json one at a
// time in a copy of the tree and runs the test of the promise that each breaks. A test that stays green fails the run.
// --fast leaves out the tests with processes of their own, --trust does not run the tests without a bug first.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ExpectedError, failWith, installed, root } from './ready.mjs'

/** Errors of a mutant that does not even run. It proves no test. */
const BROKEN = /^(?:SyntaxError|ReferenceError|TypeError)|error: syntax error|does not exist$/m

/** Our own packages, and what a run writes beside the others. */
const NOT_LINKED = new Set(['@hongyan', '.vite', '.vite-temp', '.experimental-vitest-cache'])

/** Copies the tree as it stands, with links to the installed packages. */
function copyTree() {
  const copy = mkdtempSync(path.join(tmpdir(), 'hongyan-mutants-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of listed.toString().split('\0')) {
    if (file !== '' && existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(copy, file))
  }
  linkPackages(copy)
  return copy
}

/** Links every package. The links of the workspaces among themselves are made anew, so that they lead into the copy. */
function linkPackages(copy) {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const own = new Set(workspaces)
  for (const place of ['.', ...workspaces].map((folder) => path.join(folder, 'node_modules'))) {
    if (!existsSync(path.join(root, place))) continue
    mkdirSync(path.join(copy, place))
    for (const name of readdirSync(path.join(root, place))) {
      if (NOT_LINKED.has(name)) continue
      symlinkSync(path.join(root, place, name), path.join(copy, place, name))
    }
  }
  mkdirSync(path.join(copy, 'node_modules/@hongyan'))
  for (const name of own) symlinkSync(path.join('../..', name), path.join(copy, 'node_modules/@hongyan', name))
}

const patternOf = (title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('…', '.*')

/** Runs the test of a mutant in a copy: passed, failed by a test, or broken, with the reason. */
async function runTest(copy, { test, title }) {
  const report = path.join(copy, 'mutant-report.json')
  rmSync(report, { force: true })
  const [project] = test.split('/')
  const names = title === undefined ? [] : ['-t', patternOf(title)]
  const args = ['run', '--project', project, test, ...names, '--reporter=json', `--outputFile=${report}`]
  const output = await outputOf(path.join(copy, 'node_modules/.bin/vitest'), args, copy)
  if (!existsSync(report)) return { kind: 'broken', why: output.slice(-2_000) }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failures = results.filter(({ status }) => status === 'failed').map(({ failureMessages }) => failureMessages[0])
  const broken = failures.find((message) => BROKEN.test(message ?? ''))
  if (broken !== undefined) return { kind: 'broken', why: broken }
  if (failures.length > 0) return { kind: 'failed', why: failures[0] }
  const unstarted = testResults.find(({ status }) => status === 'failed')
  if (unstarted !== undefined) return { kind: 'broken', why: unstarted.message || output.slice(-2_000) }
  const passed = results.filter(({ status }) => status === 'passed')
  return passed.length > 0 ? { kind: 'passed' } : { kind: 'broken', why: 'no test has this title' }
}

const outputOf = (command, args, cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => void (output += text))
    child.on('error', reject).on('close', () => resolve(output))
  })

/** Runs the test of a mutant with its bug in the copy, which is whole again afterwards. */
async function runMutant(copy, mutant) {
  const file = path.join(copy, mutant.file)
  const source = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    source.replace(mutant.old, () => mutant.new),
  )
  try {
    return await runTest(copy, mutant)
  } finally {
    writeFileSync(file, source)
  }
}

/** The chosen mutants. Throws where the source has changed, so that a bug has no place or several. */
function chosen({ only = [], fast }) {
  const all = JSON.parse(readFileSync(path.join(root, 'tools/mutants.json'), 'utf8'))
  const named = only.length === 0 ? all : all.filter(({ name }) => only.includes(name))
  if (named.length < only.length) throw new ExpectedError(`No mutant is called ${only.join(' or ')}.`)
  for (const { name, file, old } of named) {
    const places = readFileSync(path.join(root, file), 'utf8').split(old).length - 1
    if (places !== 1) throw new ExpectedError(`The text of "${name}" occurs ${places} times in ${file}, not once.`)
  }
  return fast ? named.filter(({ slow }) => slow !== true) : named
}

const LABELS = { failed: '✓ red   ', passed: '✗ green ', broken: '✗ broken' }

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      fast: { type: 'boolean', default: false },
      trust: { type: 'boolean', default: false },
      'at-once': { type: 'string', default: '1' },
    },
  })
  installed()
  const waiting = chosen(values)
  const total = { failed: 0, passed: 0, broken: 0 }
  /** The result of each test without a bug. */
  const sound = new Map()
  const verdict = async (copy, mutant) => {
    const key = `${mutant.test} ${mutant.title}`
    if (!values.trust) {
      if (!sound.has(key)) sound.set(key, runTest(copy, mutant))
      const { kind, why } = await sound.get(key)
      if (kind !== 'passed') return { kind: 'broken', why: `the test fails without the bug: ${why}` }
    }
    return runMutant(copy, mutant)
  }
  const work = async () => {
    const copy = copyTree()
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const started = performance.now()
      const { kind, why } = await verdict(copy, mutant)
      total[kind] += 1
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      console.log(`${LABELS[kind]} ${mutant.name} (${mutant.test}, ${seconds} s)`)
      if (kind === 'broken') console.log(why)
    }
  }
  process.on('SIGINT', () => process.exit(130))
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work))
  console.log(`\n${total.failed} red, ${total.passed} green, ${total.broken} broken`)
  process.exitCode = total.passed + total.broken === 0 ? 0 : 1
}

await main().catch(failWith)
