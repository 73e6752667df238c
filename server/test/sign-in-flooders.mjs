// Guesses passwords and requests codes from many addresses, in a process of its own, so that it shares no event loop with
// the server. Reads a plan (flooders.ts) from its standard input and writes the answers by kind and status, and its
// processor seconds, to its standard output when each request has its answer. It writes to bare sockets: a client that
// costs as much as the server would measure itself.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'

const TICKS = 100

const { address, seconds, guesses, codes, addresses, email } = JSON.parse(await text(process.stdin))
const { hostname, port } = new URL(address)
const answers = {}
/** Connections that wait for no answer, by address. */
const idle = Array.from({ length: addresses }, () => [])
const sockets = new Set()

const count = (answer) => (answers[answer] = (answers[answer] ?? 0) + 1)

function open(from) {
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.1.${from >> 8}.${from & 255}` })
  let arrived = ''
  socket.setEncoding('latin1').setNoDelay(true)
  socket.on('data', (part) => {
    arrived += part
    const headEnds = arrived.indexOf('\r\n\r\n')
    const length = headEnds < 0 ? null : /^content-length: (\d+)/im.exec(arrived.slice(0, headEnds))
    if (length === null || arrived.length < headEnds + 4 + Number(length[1])) return
    const status = arrived.slice(9, 12)
    if (!/^connection: close/im.test(arrived.slice(0, headEnds))) idle[from].push(socket)
    arrived = ''
    socket.answer(status)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    sockets.delete(socket)
    idle[from] = idle[from].filter((one) => one !== socket)
    socket.answer('closed')
  })
  sockets.add(socket)
  return socket
}

function post(kind, from, place, fields) {
  const body = JSON.stringify(fields)
  const head = `POST /api${place} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const socket = idle[from].pop() ?? open(from)
  return new Promise((resolve) => {
    socket.answer = (status) => {
      socket.answer = () => undefined
      count(`${kind} ${status}`)
      resolve()
    }
    socket.write(`${head}\r\n\r\n${body}`)
  })
}

let nr = 0
const from = () => (nr += 1) % addresses

function guess(n) {
  const identifier = n % 2 === 0 ? email : `nobody-${n}@example.com`
  return post('guess', from(), '/session', { identifier, password: 'a guess' })
}

function code(n) {
  const phone = `+1206${String(2_000_000 + n * 631).padStart(7, '0')}`
  const body = n % 2 === 0 ? { scene: 'verif_signin', email } : { scene: 'verif_signup', phone }
  return post('code', from(), '/verif/code', body)
}

// Requests arrive evenly: a burst would measure its own length.
const started = performance.now()
const answered = []
const due = (of, tick) => Math.floor((of * (tick + 1)) / TICKS) - Math.floor((of * tick) / TICKS)
let [guessed, asked] = [0, 0]
for (let tick = 0; tick < seconds * TICKS; tick += 1) {
  await sleep(Math.max(0, started + (tick * 1_000) / TICKS - performance.now()))
  for (let n = due(guesses, tick); n > 0; n -= 1) answered.push(guess((guessed += 1)))
  for (let n = due(codes, tick); n > 0; n -= 1) answered.push(code((asked += 1)))
}
await Promise.all(answered)
const { user, system } = process.cpuUsage()
process.stdout.write(JSON.stringify({ answers, worked: (user + system) / 1e6 }))
for (const socket of sockets) socket.destroy()
