// `npm test [-- names…]` runs all checks and tests, from types to the browser. With names, it runs only the test files
// whose paths contain one of them. It prints the time of each file and which files grew; `--record` writes the times
// down for later runs. The last lines name each failure and count the passed and the failed.
//
// Tests wait as much as they work, so the server's and the browser's run side by side. The tests that measure times come
// before them, alone. The checks run beside all at the lowest priority: they take what the tests leave of the cores.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { failuresIn, printFailures } from './failures.mjs'
import { childrenCpu, printTimes, recordTimes, secondsIn } from './times.mjs'
import { built, failWith, installed, ExpectedError, root, run } from './ready.mjs'

/** Chromium without bars and menus, which the browser tests prefer, and the whole browser. */
const SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = '/usr/bin/chromium'
const FONTS = ['fonts-inter', 'fonts-jetbrains-mono', 'fonts-noto-cjk']
/** These tests expect answers within seconds, so no others run beside them. */
const MEASURING = [
  'server/test/noisy-neighbour.test.ts',
  'server/test/broken-upstream.test.ts',
  'server/src/features/messaging/messages/locked-balance.test.ts',
]
const RECORD = '--record'
const names = process.argv.slice(2).filter((word) => word !== RECORD)
const total = { passed: 0, failed: 0 }
/** A title and a reason for each failure. */
const failures = []
/** The seconds of each test file. */
const times = {}

/**
 * Runs a check that passes or fails as a whole. Its output is shown when it has ended, because other checks run at the
 * same time.
 */
async function check(title, holds) {
  const started = performance.now()
  const { passed, said = '' } = await holds()
  total[passed ? 'passed' : 'failed'] += 1
  if (!passed) failures.push({ title, reason: said })
  console.log(`\n── ${title}\n${said}${passed ? '✓' : '✗'} ${title}, ${secondsSince(started)} s`)
}

const secondsSince = (started) => ((performance.now() - started) / 1000).toFixed(1)

/** Runs a command beside others, with colours where the terminal has them. Resolves true when it succeeded. */
const runBeside = (command, args, onText, priority = constants.priority.PRIORITY_NORMAL) =>
  new Promise((resolve, reject) => {
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...colours },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText)
    child.on('error', reject).on('close', (code) => resolve(code === 0))
    if (child.pid !== undefined) setPriority(child.pid, priority)
  })

/** Runs a script of package.json at the lowest priority. */
async function runScript(name) {
  let said = ''
  const passed = await runBeside(
    'npm',
    ['run', '--silent', name],
    (text) => void (said += text),
    constants.priority.PRIORITY_LOW,
  )
  return { passed, said }
}

/** The title and the script of each check. */
const scripts = [
  ['types and lint', 'lint'],
  ['boundaries', 'boundaries'],
  ['dead code', 'dead'],
  ['format', 'format:check'],
  ['prose', 'prose'],
]

/** Runs all checks, one after the other. */
async function checks() {
  for (const [title, name] of scripts) await check(title, () => runScript(name))
}

/** Runs the tests of some workspaces and counts each; a run that breaks beside its tests counts as one more failure. */
async function vitest(title, projects, files) {
  console.log(`\n── ${title}`)
  const report = path.join(root, '.build/test', `${title.replaceAll(/\W+/g, '-')}.json`)
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', ...chosen, ...reporters, '--passWithNoTests', ...files]
  const green = await runBeside('node_modules/.bin/vitest', args, (text) => void process.stdout.write(text))
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const { numPassedTests = 0, numFailedTests = 0 } = results
  Object.assign(times, secondsIn(results))
  const failedTests = failuresIn(results)
  failures.push(...failedTests)
  if (failedTests.length === 0 && !green) failures.push({ title, reason: 'The run broke outside its tests.' })
  total.passed += numPassedTests
  total.failed += numFailedTests === 0 && !green ? 1 : numFailedTests
}

/** True where a browser is present. Installs one, preferably without bars and menus, where the package manager can. */
function browserPresent() {
  if (existsSync(SHELL)) return true
  const permitted = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (permitted) {
    const options = { DEBIAN_FRONTEND: 'noninteractive' }
    const install = (browser) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, ...FONTS], options)
    run('apt-get', ['update', '-qq'], options)
    // The tests need no more, and the whole browser is another package of this size.
    if (install('chromium-headless-shell')) return true
    if (!existsSync(CHROMIUM)) install('chromium')
  }
  if (existsSync(CHROMIUM)) return true
  console.log(`The browser tests need ${CHROMIUM}; install it with: apt-get install chromium ${FONTS.join(' ')}`)
  return false
}

/** Runs the tests of the browser where there is one. */
async function browserTests() {
  if (browserPresent()) await vitest('browser', ['e2e'], names)
  else {
    failures.push({ title: 'browser', reason: 'There is no browser.' })
    total.failed += 1
  }
}

/** Builds the product and runs its tests. */
async function tests() {
  await check('build', () => {
    built()
    return { passed: true }
  })
  const measuring = MEASURING.filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
  if (measuring.length > 0) await vitest('tests that measure times', ['server'], measuring)
  const others = [...names, ...MEASURING.map((file) => `--exclude=${file.replace('server/', '**/')}`)]
  await Promise.all([browserTests(), vitest('contract, server, console', ['contract', 'server', 'console'], others)])
}

try {
  installed()
  const ends = await Promise.allSettled([...(names.length === 0 ? [checks()] : []), tests()])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  if (names.length > 0 && total.passed + total.failed === 1)
    throw new ExpectedError(`No test file is called ${names.join(' or ')}.`)
} catch (error) {
  if (!(error instanceof ExpectedError)) failWith(error)
  failures.push({ title: 'run', reason: error.message })
  total.failed += 1
}
printTimes(times)
if (process.argv.includes(RECORD)) recordTimes(times)
const cpu = childrenCpu()
if (cpu !== null) console.log(`\n${(cpu / 60).toFixed(1)} CPU minutes`)
printFailures(failures)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
