// A carrier of one's own for load and kill tests: the sandbox hands over to it instead of answering by itself
// (SANDBOX_SINK=http://127.0.0.1:PORT). It is a process outside the server, so what it has written down is evidence.
//
//   POST /handover  [{reference, to, parts, …}, …] → [{remoteIds: […]}, …]   in the order of the messages
//   POST /find      [reference, …] → {reference: [remoteId, …]}              parts in order; absent where there is none
//   GET  /receipts?from=N → {receipts: [{remoteId, to}, …], next}            every part is delivered at once
//   GET  /count     → {messages, parts, lastAt}                              taken so far, doubles counted twice
//   POST /mute, POST /unmute                                                 while muted: no receipts, and no answers to queries
//
// Each part is one line of the file, {reference, part, parts, to, remoteId, at}; a whole hand-over is one write, made
// before it is answered. Doubles are never removed. A sink that starts on a file goes on where the file ends.
import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const USAGE = `Usage: node tools/sink.mjs --file <path> [--port <number>] [--delay <milliseconds>] [--muted]

  --file    where hand-overs are appended, one line a part; read first where it exists
  --port    on 127.0.0.1; 0, the default, takes a free one
  --delay   waits so long between writing a hand-over and answering it
  --muted   gives no receipts and answers no queries until POST /unmute`

const MOST_RECEIPTS = 1_000

/** Everything handed over so far: in the file, and in memory for queries and receipts. */
function openBook(file) {
  const lines = wholeLines(file)
  const descriptor = openSync(file, 'a')
  const parts = []
  const byReference = new Map()
  const keep = ({ reference, to, remoteId }) => {
    parts.push({ remoteId, to })
    const known = byReference.get(reference)
    if (known) known.push(remoteId)
    else byReference.set(reference, [remoteId])
  }
  const count = { messages: 0, lastAt: null }
  for (const line of lines) {
    const written = JSON.parse(line)
    if (written.part === 1) count.messages += 1
    keep(written)
  }

  const take = (messages) => {
    const at = new Date().toISOString()
    let next = parts.length
    const taken = messages.map(({ reference, to, parts: size }) =>
      Array.from({ length: size }, (_, index) => ({
        reference,
        part: index + 1,
        parts: size,
        to,
        remoteId: `s${(next++).toString(16).padStart(11, '0')}`,
        at,
      })),
    )
    writeSync(descriptor, taken.flatMap((one) => one.map((part) => `${JSON.stringify(part)}\n`)).join(''))
    for (const part of taken.flat()) keep(part)
    count.messages += messages.length
    count.lastAt = at
    return taken.map((one) => ({ remoteIds: one.map(({ remoteId }) => remoteId) }))
  }

  return {
    take,
    find: (references) =>
      Object.fromEntries(references.flatMap((name) => (byReference.has(name) ? [[name, byReference.get(name)]] : []))),
    receipts: (from) => {
      const receipts = parts.slice(from, from + MOST_RECEIPTS)
      return { receipts, next: Math.min(from, parts.length) + receipts.length }
    },
    count: () => ({ ...count, parts: parts.length }),
    close: () => closeSync(descriptor),
  }
}

/** A last line without its end was cut short by a kill and never answered, so it was not taken. */
function wholeLines(file) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
  return whole.split('\n').filter(Boolean)
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const SILENT = { status: 503, body: { error: 'muted' } }

function routesOf(book, { delay, muted }) {
  let silent = muted
  const routes = {
    'POST /handover': async (request) => {
      const body = book.take(await bodyOf(request))
      if (delay > 0) await sleep(delay)
      return { body }
    },
    'POST /find': async (request) => {
      const references = await bodyOf(request)
      return silent ? SILENT : { body: book.find(references) }
    },
    'GET /receipts': async (_, url) => {
      const from = Number(url.searchParams.get('from') ?? 0)
      return { body: silent ? { receipts: [], next: from } : book.receipts(from) }
    },
    'GET /count': async () => ({ body: book.count() }),
    'POST /mute': async () => {
      silent = true
      return { body: {} }
    },
    'POST /unmute': async () => {
      silent = false
      return { body: {} }
    },
  }
  return (name) => (Object.hasOwn(routes, name) ? routes[name] : null)
}

function serve(route) {
  return async (request, response) => {
    const answer = ({ status = 200, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    try {
      const url = new URL(request.url, 'http://sink')
      const does = route(`${request.method} ${url.pathname}`)
      answer(does === null ? { status: 404, body: { error: 'no such call' } } : await does(request, url))
    } catch (error) {
      answer({ status: 400, body: { error: error.message } })
    }
  }
}

/** The command line, or null when it says nothing we understand. */
function readCommandLine(args) {
  const options = {
    file: { type: 'string' },
    port: { type: 'string', default: '0' },
    delay: { type: 'string', default: '0' },
    muted: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  }
  try {
    const { file, port, delay, muted, help } = parseArgs({ args, options }).values
    const numbers = { port: Number(port), delay: Number(delay) }
    const sound = file !== undefined && Object.values(numbers).every((value) => Number.isInteger(value) && value >= 0)
    return { help, muted, ...numbers, file: sound ? file : null }
  } catch {
    return null
  }
}

function main() {
  const options = readCommandLine(process.argv.slice(2))
  if (options?.help === true) return console.log(USAGE)
  if (options === null || options.file === null) {
    console.error(USAGE)
    process.exitCode = 1
    return
  }
  const book = openBook(options.file)
  const server = createServer(serve(routesOf(book, options)))
  server.keepAliveTimeout = 60_000
  server.listen(options.port, '127.0.0.1', () => console.log(`listening http://127.0.0.1:${server.address().port}`))
  const stop = () => {
    server.close(() => book.close())
    server.closeAllConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
