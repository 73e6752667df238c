// `npm test [-- names…]` runs all checks and tests, from types to the browser. With names, it runs only the test files
// whose paths contain one of them. It prints the time of each file and which files grew; `--record` writes the times
// down for later runs. The last line counts the passed and the failed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { childrenCpu, printTimes, recordTimes, secondsIn } from './times.mjs'
import { built, failWith, installed, ExpectedError, root, run } from './ready.mjs'

const CHROMIUM = '/usr/bin/chromium'
const BROWSER_PACKAGES = ['chromium', 'fonts-inter', 'fonts-jetbrains-mono', 'fonts-noto-cjk']
const RECORD = '--record'
const names = process.argv.slice(2).filter((word) => word !== RECORD)
const total = { passed: 0, failed: 0 }
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
  console.log(`\n── ${title}\n${said}${passed ? '✓' : '✗'} ${title}, ${secondsSince(started)} s`)
}

const secondsSince = (started) => ((performance.now() - started) / 1000).toFixed(1)

/** Runs a script of package.json, with colours where the terminal has them. */
const script = (name) => () =>
  new Promise((resolve, reject) => {
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn('npm', ['run', '--silent', name], { cwd: root, env: { ...process.env, ...colours } })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => void (said += text))
    child.on('error', reject).on('close', (code) => resolve({ passed: code === 0, said }))
  })

/** Runs all checks, two at a time, the longest first. */
async function checks() {
  const waiting = [
    ['types', 'types'],
    ['lint', 'lint'],
    ['boundaries', 'boundaries'],
    ['dead code', 'dead'],
    ['format', 'format:check'],
    ['prose', 'prose'],
  ]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await check(next[0], script(next[1]))
  }
  await Promise.all([work(), work()])
}

/** Runs the tests of some workspaces and counts each; a run that breaks beside its tests counts as one more failure. */
function vitest(title, projects) {
  console.log(`\n── ${title}`)
  const report = path.join(root, '.build/test', `${projects.join('-')}.json`)
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const green = run('node_modules/.bin/vitest', ['run', ...chosen, ...reporters, '--passWithNoTests', ...names])
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const { numPassedTests = 0, numFailedTests = 0 } = results
  Object.assign(times, secondsIn(results))
  total.passed += numPassedTests
  total.failed += numFailedTests === 0 && !green ? 1 : numFailedTests
}

/** True where a browser is present. Installs one where the system's package manager can. */
function browserPresent() {
  if (existsSync(CHROMIUM)) return true
  const permitted = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (permitted) {
    const options = { DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], options)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...BROWSER_PACKAGES], options)
  }
  if (existsSync(CHROMIUM)) return true
  console.log(`The browser tests need ${CHROMIUM}; install it with: apt-get install ${BROWSER_PACKAGES.join(' ')}`)
  return false
}

try {
  installed()
  if (names.length === 0) await checks()
  await check('build', () => {
    built()
    return { passed: true }
  })
  vitest('contract, server, console', ['contract', 'server', 'console'])
  if (browserPresent()) vitest('browser', ['e2e'])
  else total.failed += 1
  if (names.length > 0 && total.passed + total.failed === 1)
    throw new ExpectedError(`No test file is called ${names.join(' or ')}.`)
} catch (error) {
  if (!(error instanceof ExpectedError)) failWith(error)
  console.error(error.message)
  total.failed += 1
}
printTimes(times)
if (process.argv.includes(RECORD)) recordTimes(times)
const cpu = childrenCpu()
if (cpu !== null) console.log(`\n${(cpu / 60).toFixed(1)} CPU minutes`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
