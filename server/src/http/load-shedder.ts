import { type ChildProcess, fork } from 'node:child_process'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { SECOND } from '@hongyan/contract/durations'
import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Logger } from '../kit/logger.ts'
import { networkOf } from '../kit/network.ts'
import { createRecent } from '../kit/recent.ts'
import { CEILINGS } from './ceilings.ts'
import {
  BACKLOG,
  isOperators,
  type FromShedding,
  NETWORKS,
  PASSES_PER_SECOND,
  type ToShedding,
} from './load-shedding.ts'

/** The program of the process, which the build puts beside the bundle. It is missing where the sources run unbuilt. */
const PROGRAM = fileURLToPath(new URL('./load-shedding-process.js', import.meta.url))
const isBuilt = fileURLToPath(import.meta.url).endsWith('.js')

/** It keeps little: a small heap is collected often and stays small. */
const HEAP = ['--max-semi-space-size=1', '--max-old-space-size=64']

/** Calls without a session are too many at twice the rate at which unknown networks pass later, for so long. */
const WINDOW = 2 * SECOND
const TOO_MANY_CALLS = (2 * PASSES_PER_SECOND * WINDOW) / SECOND
/** Open connections of unknown networks. */
const TOO_MANY_CONNECTIONS = CEILINGS.connections / 5

/**
 * Keeps floods of calls without a session away from the event loop: while they are too many, a process of its own
 * accepts the connections. Those of known networks reach the server at once, the others take turns.
 */
export interface LoadShedder {
  /** Counts a call without a session or key, from an address of the internet. */
  readonly countStranger: (address: string) => void
  /** Lets the network of an authenticated caller pass from now on. A server that never sheds load remembers none. */
  readonly know: (address: string) => void
  /** True while the other process accepts the connections. */
  readonly isShedding: () => boolean
  /** The address of the listening socket while the other process has it. */
  readonly awayAddress: () => AddressInfo | null
  /** Begins to shed from now on, where it is necessary. The server has to listen. */
  readonly start: (server: FastifyInstance) => void
  /** Takes no more connections from the other process, and ends it. */
  readonly stop: () => void
}

export function createLoadShedder(log: Logger): LoadShedder {
  const networks = createRecent<string, true>(NETWORKS)
  let server: HttpServer | null = null
  let shedding: ChildProcess | null = null
  /** The listening socket’s address while the other process has it. */
  let away: AddressInfo | null = null
  let connections = 0
  let strangers = { since: performance.now(), calls: 0 }

  /** Passes the listening socket on. The connections that are open stay. */
  const begin = (child: ChildProcess): void => {
    const message: ToShedding = { kind: 'begin', networks: networks.keys() }
    child.send(message, server ?? undefined, {}, (error) => {
      if (error !== null || server === null || shedding !== child) return
      away = server.address() as AddressInfo // it listens on a port
      // The method of the HTTP server would also close its idle connections.
      Server.prototype.close.call(server)
      log.warn('calls without a session are too many: unknown networks take turns')
    })
  }

  const take = (socket: Socket): void => {
    if (server === null) socket.destroy()
    else server.emit('connection', socket)
  }

  const takeBack = (listening: unknown, { passed, refused }: Extract<FromShedding, { kind: 'over' }>): void => {
    away = null
    server?.listen(listening, BACKLOG)
    log.warn({ passed, refused }, 'calls without a session are few again')
  }

  const shed = (): void => {
    if (server === null || shedding !== null || away !== null) return
    const child = fork(PROGRAM, { execArgv: HEAP, env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    shedding = child
    child.on('message', (message: FromShedding, handle: unknown) => {
      if (message.kind === 'ready') begin(child)
      else if (message.kind === 'over') takeBack(handle, message)
      // A caller can have closed its connection on the way.
      else if (handle !== undefined) take(handle as Socket)
    })
    child.on('error', (error) => {
      log.error({ err: error }, 'the process that takes the connections of unknown networks cannot be reached')
      if (child.pid === undefined) shedding = null
    })
    child.on('exit', (code, signal) => {
      shedding = null
      if (server === null || (code === 0 && away === null)) return
      const ended = (): void =>
        log.error({ code, signal }, 'the process that takes the connections of unknown networks ended')
      if (away === null) return ended()
      server.listen({ port: away.port, host: away.address, backlog: BACKLOG }, () => {
        away = null
        ended()
      })
    })
  }

  const count = (socket: Socket): void => {
    const address = socket.remoteAddress ?? ''
    if (isOperators(address) || networks.get(networkOf(address)) === true) return
    connections += 1
    socket.once('close', () => (connections -= 1))
    if (connections >= TOO_MANY_CONNECTIONS) shed()
  }

  return {
    countStranger(address) {
      if (isOperators(address)) return
      const now = performance.now()
      if (now - strangers.since > WINDOW) strangers = { since: now, calls: 0 }
      strangers.calls += 1
      if (strangers.calls === TOO_MANY_CALLS) shed()
    },
    know(address) {
      if (server === null) return
      const network = networkOf(address)
      if (networks.get(network) === true) return
      networks.set(network, true)
      const message: ToShedding = { kind: 'known', network }
      if (shedding?.connected === true) shedding.send(message)
    },
    isShedding: () => away !== null,
    awayAddress: () => away,
    start(of) {
      // Behind a second address of `localhost` the server has a second socket.
      if (!isBuilt || of.addresses().length !== 1) return
      server = of.server
      server.on('connection', count)
    },
    stop() {
      server = null
      if (shedding?.connected === true) shedding.disconnect()
    },
  }
}

/** States at `/metrics` whether this process sheds load. */
export function exposeShedding(registry: Registry, { isShedding }: Pick<LoadShedder, 'isShedding'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'hongyan_shedding',
      help: '1 while another process accepts the connections, because calls without a session are too many',
      registers: [],
      collect() {
        this.set(isShedding() ? 1 : 0)
      },
    }),
  )
}
