import { isIPv4 } from 'node:net'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { isLoopback } from '../config/config.ts'
import { Refusal } from '../kit/refusal.ts'

type Arrival = Pick<FastifyRequest, 'headers' | 'socket'>

/** Headers with which proxies state that they forward a request. `X-Forwarded-For` is read apart. */
const forwarded = ['forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-server', 'x-real-ip']

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.trim().replace(/^::ffff:/i, '')
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/**
 * True for a request that a browser or program addressed to this machine. Another name in `Host` is a page of another
 * site whose name was pointed here (DNS rebinding); a forwarded request comes from anywhere.
 */
function isForThisMachine({ headers }: Pick<Arrival, 'headers'>): boolean {
  const address = `http://${headers.host ?? ''}`
  if (!URL.canParse(address) || !isLoopback(address)) return false
  if (forwarded.some((name) => headers[name] !== undefined)) return false
  const callers = [headers['x-forwarded-for'] ?? []].flat().flatMap((line) => line.split(','))
  return callers.every(isLoopbackAddress)
}

/** True for a request that this machine also sent. */
export const isFromThisMachine = ({ headers, socket }: Arrival): boolean =>
  isForThisMachine({ headers }) && isLoopbackAddress(socket.remoteAddress ?? '')

/** Hides routes from requests that are not addressed to this machine. */
export const forThisMachine: onRequestAsyncHookHandler = async (request) => {
  if (!isForThisMachine(request)) throw new Refusal('not_found')
}
