import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

const BODY_BYTES = 1_048_576
const ADDRESSES = 100

/** Callers that begin requests and never end them. */
export interface Withholders {
  /** Connections that the server has not closed. */
  readonly open: () => number
  readonly close: () => void
}

/** Begins the requests of one kind, from a hundred addresses in turn. */
export async function withhold(
  address: string,
  { count, head, bodyBytes }: { readonly count: number; readonly head: string; readonly bodyBytes: number },
): Promise<Withholders> {
  const { hostname, port } = new URL(address)
  const body = Buffer.alloc(bodyBytes, ' ')
  const sockets: Socket[] = []
  for (let nr = 0; nr < count; nr += 1) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.2.${1 + (nr % ADDRESSES)}` })
    socket.on('error', () => undefined).resume()
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(head)
    socket.write(body)
  }
  return {
    open: () => sockets.filter(({ readyState }) => readyState === 'open').length,
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The head of a send request whose body of 1 MB lacks its last byte. */
export const withheldBody = (key: string) => ({
  head: `POST /?action=sms.message.send&accessKeyId=${key} HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`,
  bodyBytes: BODY_BYTES - 1,
})

export const SLOW_HEAD = { head: 'POST /?action=sms.message.send HTTP/1.1\r\nHost: a\r\nX-A: ', bodyBytes: 0 }

/** The resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
