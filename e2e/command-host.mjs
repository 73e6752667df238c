// Carries out `hongyan` commands in one process, one after the other: most of a command is its start.
// node command-host.mjs <cli.js>; each message is a command's words, and is answered with what it said.
import { pathToFileURL } from 'node:url'

const [, , cli] = process.argv
const address = pathToFileURL(cli)
let said = ''
process.stdout.write = (text) => {
  said += text
  return true
}
process.on('message', async (words) => {
  said = ''
  process.argv = [process.execPath, cli, ...words]
  // Each address is a run of its own, of the same file.
  address.search = `${Number(address.search.slice(1)) + 1}`
  await import(address)
  if (process.exitCode) process.exit()
  process.send(said)
})
