// Makes the tree ready to run: packages as the lock names them, and a build of the sources as they stand.
// `node tools/ready.mjs [server] [console]` does it from the command line; with no name, for both.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** The files that each build is made from. */
const sources = {
  server: ['contract/src', 'server', 'package-lock.json'],
  console: ['contract/src', 'console', 'package-lock.json'],
}

/** Names of what no build reads: a changed test leaves the build as it is, also beside tests that run it. */
const NO_SOURCE = /^(?:node_modules|test)$|\.test\.tsx?$/

export class ExpectedError extends Error {}

/** Runs a command in the tree with its output shown. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) throw new ExpectedError(`${command} could not be started: ${error.message}`)
  return status === 0
}

export function installed() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new ExpectedError(`Hongyan needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  }
  if (isInstalled()) return
  console.log('installing packages …')
  if (!run('npm', ['ci', '--no-audit', '--no-fund'])) throw new ExpectedError('The packages could not be installed.')
}

/** True where the installed packages, as npm recorded them, agree with the lock. */
function isInstalled() {
  const noted = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(noted)) return false
  const here = JSON.parse(readFileSync(noted, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([place, { version, optional, link }]) =>
      !place.includes('node_modules/') || link || here[place]?.version === version || (optional && !here[place]),
  )
}

export function built(parts = Object.keys(sources)) {
  for (const part of parts) {
    const stamp = path.join(root, '.build', `${part}.stamp`)
    const print = fingerprint(sources[part])
    if (existsSync(path.join(root, '.build', part)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print)
      continue
    console.log(`building ${part} …`)
    if (!run('npm', ['run', '--silent', 'build', '-w', `@hongyan/${part}`])) {
      throw new ExpectedError(`The ${part} could not be built.`)
    }
    mkdirSync(path.dirname(stamp), { recursive: true })
    writeFileSync(stamp, print)
  }
}

function fingerprint(places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap(filesUnder)) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function filesUnder(place) {
  const full = path.join(root, place)
  if (statSync(full).isFile()) return [place]
  const names = readdirSync(full).filter((name) => !NO_SOURCE.test(name))
  return names.toSorted().flatMap((name) => filesUnder(path.join(place, name)))
}

/** Prints an expected error as one line and a bug with its stack, and exits with code 1. */
export function failWith(error) {
  console.error(error instanceof ExpectedError ? error.message : error)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    installed()
    built(process.argv.length > 2 ? process.argv.slice(2) : undefined)
  } catch (error) {
    failWith(error)
  }
}
