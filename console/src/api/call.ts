import type { Address } from '@hongyan/contract/endpoint'
import { ApiError } from '../lib/api-error.ts'
import { leaveToSignIn } from '../lib/session-info.ts'
import { leadsToSession } from '../lib/paths.ts'

const BASE = '/api'

/** What a call may carry; its types come from the contract's row. */
export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Reply {
  readonly body: unknown
  /** X-Total-Count of a list, null elsewhere. */
  readonly total: number | null
}

/** `PATCH /credentials/:id` with its parameters and query filled in: the method and the address to ask. */
export function locate(address: Address, { params = {}, query = {} }: Call): readonly [method: string, url: string] {
  const [method = '', path = ''] = address.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return [method, `${BASE}${filled}${search === '' ? '' : `?${search}`}`]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return text
  }
}

/** What a response says no with, or null when it says yes (ruling 37). */
export function refusal(
  status: number,
  statusText: string,
  body: unknown,
  retryAfter: string | null = null,
): ApiError | null {
  if (isRecord(body) && isRecord(body['error'])) {
    const { message } = body['error']
    return new ApiError(status, typeof message === 'string' ? message : 'Request failed', body['error'], retryAfter)
  }
  if (status >= 200 && status < 300) return null
  return new ApiError(status, statusText === '' ? 'Request failed' : `[${status}] ${statusText}`)
}

/** How the owner is asked for another proof (ruling 36), and whether there was one. Pages without a session ask nobody. */
let proveAgain = async (): Promise<boolean> => false
export const askForProofBy = (ask: typeof proveAgain): void => void (proveAgain = ask)

/**
 * Makes one call with the session's cookie and no time limit. Throws what `fetch` throws when the network fails, and
 * an ApiError for every no (specification section 8, ruling 37). When the session has ended it leaves for the sign-in
 * page instead and never returns. One that needs another proof of its owner asks for it and is made again.
 */
export async function send(address: Address, call: Call, signal?: AbortSignal): Promise<Reply> {
  const [method, url] = locate(address, call)
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers: { accept: 'application/json', ...(call.body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(signal ? { signal } : {}),
  })
  const body = await bodyOf(response)
  if (response.status === 401 && !leadsToSession(location.pathname)) {
    leaveToSignIn('cnsl.required')
    return new Promise<never>(() => undefined)
  }
  const no = refusal(response.status, response.statusText, body, response.headers.get('retry-after'))
  if (no?.code === 'step_up_required' && (await proveAgain())) return send(address, call, signal)
  if (no) throw no
  const total = response.headers.get('x-total-count')
  return { body, total: total === null ? null : Number(total) }
}
