// A carrier of one's own for load and kill tests: the sandbox hands over to it instead of answering by itself
// (SANDBOX_SINK=http://127.0.0.1:PORT). It is a process outside the server, so what it has written down is evidence.
//
//   POST /handover  [{reference, to, parts, …}, …] → [{remoteIds: […]}, …]   in the order of the messages
//   POST /find      [reference, …] → {reference: [remoteId, …]}              parts in order; absent where there is none
//   GET  /receipts?from=N → {receipts: [{remoteId, to, status?}, …], next}   every part is delivered (4) at once
//   GET  /count     → {messages, parts, lastAt, upstreams: {code: messages}} taken so far, doubles counted twice
//   POST /mute, POST /unmute                                                 while muted: no receipts, and no answers to queries
//
// The first three take ?upstream=CODE, for the channels of customers that share a sink: each finds its own hand-overs and
// gets its own receipts. Without it they are those of the product's own channel, whose code is sandbox.
//
// It fails on request, for so many milliseconds, in the three calls of its first lines:
//
//   POST /fail {mode: 'refuse', millis}          closes its socket, so that connections are refused
//   POST /fail {mode: 'hang', millis, share?}    answers nothing; the connections break when it is well again
//   POST /fail {mode: 'reset', millis, share?}   breaks the connection in the middle of the answer
//   POST /fail {mode: 'status', status, millis, share?}   answers with this status
//   POST /fail {mode: 'slow', delay, millis}     answers a hand-over after so many milliseconds, or when it is well again
//   POST /resume                                 is well again now
//   GET  /doubts    → {wellAt, doubts: {reference: queriedAt}}   the hand-overs without a clear answer in the last failure,
//                                                and when each was first queried after it (milliseconds; null: not yet)
//
// With {upstream: CODE} the calls of that channel alone fail, by `hang`, `reset`, `status` and `slow`.
//
// `share` of the failed hand-overs is recorded: half by default, none under 404, 429 and 503, which say that nothing was taken; 429
// puts the messages off, as a carrier does that works and has no room.
// And it can be odd:
//
//   POST /odd {badId?, repeat?}                  recipients: the first gets a remote id with a NUL character in the answer,
//                                                the second 60 equal receipts (status 3) before its final one
//   POST /receipts [{remoteId, to, status?, upstream?}, …]  hands in these receipts after those of all parts taken so far
//
// Each part is one line of the file, {reference, part, parts, to, length, remoteId, at, upstream?}, with the length of the whole text; a whole hand-over is one write, made
// before it is answered. Doubles are never removed. A sink that starts on a file goes on where the file ends.
import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createHealth } from './sink-failures.mjs'

const USAGE = `Usage: node tools/sink.mjs --file <path> [--port <number>] [--delay <milliseconds>] [--muted]

  --file    where hand-overs are appended, one line a part; read first where it exists
  --port    on 127.0.0.1; 0, the default, takes a free one
  --delay   waits so long between writing a hand-over and answering it
  --muted   gives no receipts and answers no queries until POST /unmute`

const STANDARD = 'sandbox'
const MOST_RECEIPTS = 1_000
const REPEATS = 60
/** Open connections may end with an answer for so long before the sink breaks those that are left. */
const LAST_ANSWERS_MILLIS = 300

/** Everything handed over so far: in the file, and in memory for queries and receipts. */
function openBook(file) {
  const lines = wholeLines(file)
  const descriptor = openSync(file, 'a')
  const due = []
  const byReference = new Map()
  const count = { messages: 0, parts: 0, lastAt: null, upstreams: {} }
  const odd = { badId: null, repeat: null }
  const keyOf = (reference, upstream) => `${upstream} ${reference}`
  const keep = ({ reference, part, to, remoteId, upstream = STANDARD }) => {
    count.parts += 1
    if (part === 1) {
      count.messages += 1
      count.upstreams[upstream] = (count.upstreams[upstream] ?? 0) + 1
    }
    if (to === odd.repeat) for (let nr = 0; nr < REPEATS; nr += 1) due.push({ remoteId, to, status: 3, upstream })
    due.push({ remoteId, to, upstream })
    const key = keyOf(reference, upstream)
    const known = byReference.get(key)
    if (known) known.push(remoteId)
    else byReference.set(key, [remoteId])
  }
  for (const line of lines) keep(JSON.parse(line))

  const take = (messages, upstream) => {
    const at = new Date().toISOString()
    let next = count.parts
    const taken = messages.map(({ reference, to, text, parts: size }) =>
      Array.from({ length: size }, (_, index) => ({
        reference,
        part: index + 1,
        parts: size,
        to,
        length: text.length,
        remoteId: `s${(next++).toString(16).padStart(11, '0')}`,
        at,
        ...(upstream !== STANDARD && { upstream }),
      })),
    )
    writeSync(descriptor, taken.flatMap((one) => one.map((part) => `${JSON.stringify(part)}\n`)).join(''))
    for (const part of taken.flat()) keep(part)
    count.lastAt = at
    const shown = ({ remoteId, to }) => (to === odd.badId ? `${remoteId}\0` : remoteId)
    return taken.map((one) => ({ remoteIds: one.map(shown) }))
  }

  return {
    take,
    find: (references, upstream) =>
      Object.fromEntries(
        references.flatMap((name) => {
          const ids = byReference.get(keyOf(name, upstream))
          return ids === undefined ? [] : [[name, ids]]
        }),
      ),
    receipts: (from, upstream) => {
      const looked = due.slice(from, from + MOST_RECEIPTS)
      const own = looked.filter((receipt) => receipt.upstream === upstream)
      const receipts = own.map(({ remoteId, to, status }) => ({ remoteId, to, status }))
      return { receipts, next: Math.min(from, due.length) + looked.length }
    },
    deliver: (receipts) => void due.push(...receipts.map((receipt) => ({ upstream: STANDARD, ...receipt }))),
    beOdd: (ways) => void Object.assign(odd, ways),
    count: () => ({ ...count }),
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
const DONE = { body: {} }

const upstreamOf = (url) => url.searchParams.get('upstream') ?? STANDARD

function routesOf(book, health, shut, { delay, muted }) {
  let silent = muted
  const routes = {
    'POST /handover': async (request, url) => {
      const body = book.take(await bodyOf(request), upstreamOf(url))
      await health.pause(upstreamOf(url), delay)
      return { body }
    },
    'POST /find': async (request, url) => {
      const references = await bodyOf(request)
      if (silent) return SILENT
      health.queried(references)
      return { body: book.find(references, upstreamOf(url)) }
    },
    'GET /receipts': async (_, url) => {
      const from = Number(url.searchParams.get('from') ?? 0)
      return { body: silent ? { receipts: [], next: from } : book.receipts(from, upstreamOf(url)) }
    },
    'GET /count': async () => ({ body: book.count() }),
    'GET /doubts': async () => ({ body: health.doubts() }),
    'POST /fail': async (request) => {
      health.fail(await bodyOf(request))
      if (health.mode === 'refuse') void shut()
      return DONE
    },
    'POST /resume': async () => {
      health.resume()
      return DONE
    },
    'POST /odd': async (request) => {
      book.beOdd(await bodyOf(request))
      return DONE
    },
    'POST /receipts': async (request) => {
      book.deliver(await bodyOf(request))
      return DONE
    },
    'POST /mute': async () => {
      silent = true
      return DONE
    },
    'POST /unmute': async () => {
      silent = false
      return DONE
    },
  }
  return (name) => (Object.hasOwn(routes, name) ? routes[name] : null)
}

function serve(book, health, route) {
  return async (request, response) => {
    const answer = ({ status = 200, body }) => {
      const last = health.mode === 'refuse' ? { connection: 'close' } : {}
      response.writeHead(status, { 'content-type': 'application/json', ...last })
      response.end(JSON.stringify(body))
    }
    try {
      const url = new URL(request.url, 'http://sink')
      const name = `${request.method} ${url.pathname}`
      const upstream = upstreamOf(url)
      const take = (messages) => book.take(messages, upstream)
      if (await health.spoil(name, request, response, { read: bodyOf, take, upstream })) return
      const does = route(name)
      answer(does === null ? { status: 404, body: { error: 'no such call' } } : await does(request, url))
    } catch (error) {
      answer({ status: 400, body: { error: error.message } })
    }
  }
}

/** A listening socket that can be shut for a while and then listens on the same port. */
function openDoor(listener, { port, opened }) {
  let server = null
  let stopped = false
  const listen = (chosen, then) => {
    server = createServer(listener)
    server.keepAliveTimeout = 60_000
    server.once('error', (error) => {
      if (error.code !== 'EADDRINUSE' || then === opened) throw error
      setTimeout(listen, 20, chosen, then)
    })
    server.listen(chosen, '127.0.0.1', () => then(server.address().port))
  }
  listen(port, opened)
  return {
    /** Each connection ends with an answer first: a call that is cut off on its way is in doubt and not refused. */
    async shut(end) {
      const before = server
      const same = before.address().port
      Listener.prototype.close.call(before)
      await Promise.race([end, sleep(LAST_ANSWERS_MILLIS)])
      before.closeAllConnections()
      await end
      if (!stopped) listen(same, () => undefined)
    },
    stop(then) {
      stopped = true
      server.close(then)
      server.closeAllConnections()
    },
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
  const health = createHealth()
  const opened = (port) => console.log(`listening http://127.0.0.1:${port}`)
  const shut = () => door.shut(health.end)
  const door = openDoor(serve(book, health, routesOf(book, health, shut, options)), { port: options.port, opened })
  // A failure that goes on would keep the process until its end.
  const stop = () => {
    health.resume()
    door.stop(() => book.close())
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
