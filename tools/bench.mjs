// `npm run bench -- <name>`: builds, then runs bench/<name>.ts.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { built, failWith, installed, ExpectedError, root, run } from './ready.mjs'

try {
  const [name, ...options] = process.argv.slice(2)
  const known = readdirSync(path.join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
  if (!known.includes(name))
    throw new ExpectedError(`Usage: npm run bench -- <name>, where name is one of: ${known.join(', ')}.`)
  installed()
  built()
  process.exitCode = run('node_modules/.bin/tsx', [`bench/${name}.ts`, ...options]) ? 0 : 1
} catch (error) {
  failWith(error)
}
