// Accepts the server's connections while calls without a session are too many. Connections of known networks go to the
// server at once. The others take turns by network; those for whom there is no place are refused here.
import { createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import { SECOND } from '@hongyan/contract/durations'
import { createFairLines } from '../kit/fair-lines.ts'
import { uuidv7 } from '../kit/ids.ts'
import { networkOf } from '../kit/network.ts'
import { createRecent } from '../kit/recent.ts'
import { refuseArrival } from './broken-request.ts'
import {
  BACKLOG,
  type FromShedding,
  isOperators,
  NETWORKS,
  PASSES_PER_SECOND,
  type ToShedding,
} from './load-shedding.ts'

/** The server itself and the database go first. */
const NICE = 5
const LINES = { inAll: 1_000, perKey: 4 }
const TURN_EVERY = 10
/** The most connections at once that are refused with a response. Further ones are closed without one. */
const MOST_REFUSALS = 500
/** The time in which a refused caller sends its request and reads the response. */
const REFUSED_WITHIN = 2 * SECOND
/** The quiet seconds after which the server accepts its connections itself again. */
const QUIET_SECONDS = 10

const networks = createRecent<string, true>(NETWORKS)
const lines = createFairLines<Socket>(LINES)
let refusing = 0
const counts = { passed: 0, refused: 0, unknown: 0 }

const tell = (message: FromShedding, socket?: Socket): void => void process.send?.(message, socket)

function pass(socket: Socket): void {
  if (!socket.destroyed) tell({ kind: 'connection' }, socket)
}

function accept(socket: Socket): void {
  socket.on('error', () => undefined)
  const address = socket.remoteAddress ?? ''
  const network = networkOf(address)
  if (isOperators(address) || networks.get(network) === true) return pass(socket)
  counts.unknown += 1
  if (!lines.add(network, socket)) refuse(socket)
}

/** Refuses a connection once its request arrives: a response before the request would be lost on its way. */
function refuse(socket: Socket): void {
  counts.refused += 1
  if (refusing >= MOST_REFUSALS) return void socket.destroy()
  refusing += 1
  socket.once('close', () => (refusing -= 1))
  socket.setTimeout(REFUSED_WITHIN, () => socket.destroy())
  socket.once('data', (head: Buffer) => refuseArrival(socket, head, uuidv7(new Date())))
  socket.resume()
}

/** Lets the connections whose turn it is pass, at an even rate. */
function takeTurns(): NodeJS.Timeout {
  let due = 0
  let last = performance.now()
  return setInterval(() => {
    const now = performance.now()
    // A pause of this process is not made up for.
    due = Math.min(due + ((now - last) / SECOND) * PASSES_PER_SECOND, PASSES_PER_SECOND / 5)
    last = now
    for (; due >= 1; due -= 1) {
      const socket = lines.next()
      if (socket === undefined) return
      counts.passed += 1
      pass(socket)
    }
  }, TURN_EVERY)
}

/** Gives the listening socket back after some quiet seconds, and ends. */
function endOnceQuiet(door: Server, turns: NodeJS.Timeout): void {
  let quiet = 0
  const looks = setInterval(() => {
    quiet = counts.unknown < PASSES_PER_SECOND && lines.length() === 0 ? quiet + 1 : 0
    counts.unknown = 0
    if (quiet < QUIET_SECONDS) return
    clearInterval(looks)
    clearInterval(turns)
    const { passed, refused } = counts
    process.send?.({ kind: 'over', passed, refused } satisfies FromShedding, door, {}, () => {
      door.close()
      for (let socket = lines.next(); socket !== undefined; socket = lines.next()) pass(socket)
      process.disconnect()
    })
  }, SECOND)
}

function begin(listening: Server): void {
  const door = createServer({ pauseOnConnect: true, noDelay: true }, accept)
  door.listen(listening, BACKLOG)
  endOnceQuiet(door, takeTurns())
}

os.setPriority(NICE)
// The server ends this process by ending the channel between them; a signal reaches both.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToShedding, listening: unknown) => {
  for (const network of message.kind === 'begin' ? message.networks : [message.network]) networks.set(network, true)
  if (message.kind === 'begin') begin(listening as Server) // this message brings it
})
tell({ kind: 'ready' })
