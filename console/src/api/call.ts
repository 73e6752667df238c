import type { Address } from '@hongyan/contract/endpoint'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { currentLocale } from '../i18n/text.ts'
import { ApiError } from '../lib/api-error.ts'
import { leaveToSignIn } from '../lib/session-info.ts'
import { leadsToSession } from '../lib/paths.ts'

const BASE = '/api'

/** The arguments of a call. The contract's row has their exact types. */
export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Reply {
  readonly body: unknown
  /** X-Total-Count of a list, null elsewhere. */
  readonly total: number | null
  /** False where X-Total-Exact says that more rows exist, or that the search for them was cut short. */
  readonly exact: boolean
  /** X-Next-Before of a list that is paged by key, null behind its last page. */
  readonly next: string | null
}

/** Fills parameters and query into an address such as `PATCH /credentials/:id`, and returns method and URL. */
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

/** The message of a failure without an error object (specification section 8), in the language of the screen. */
function failureText(status: number, locale: Locale, statusText = ''): string {
  if (locale === Locale.SimplifiedChinese) return `请求失败（${status}）`
  return statusText === '' ? 'Request failed' : `[${status}] ${statusText}`
}

/** Converts an error response into an ApiError; null for a successful one (ruling 37). */
export function refusal(
  status: number,
  statusText: string,
  body: unknown,
  retryAfter: string | null = null,
  locale: Locale = Locale.English,
): ApiError | null {
  if (isRecord(body) && isRecord(body['error'])) {
    const { message } = body['error']
    return new ApiError(
      status,
      typeof message === 'string' ? message : failureText(status, locale),
      body['error'],
      retryAfter,
    )
  }
  if (status >= 200 && status < 300) return null
  return new ApiError(status, failureText(status, locale, statusText))
}

/** Reads the number of a list's rows (ruling 31). */
export function totalOf(headers: Headers): Pick<Reply, 'total' | 'exact'> {
  const total = headers.get('x-total-count')
  return { total: total === null ? null : Number(total), exact: headers.get('x-total-exact') !== 'false' }
}

/** Authenticates the owner again and returns true on success (ruling 36). Pages without a session never do. */
let stepUp = async (): Promise<boolean> => false
export const registerStepUp = (handler: typeof stepUp): void => void (stepUp = handler)

/**
 * Makes one call with the session's cookie and no time limit. Throws the network error of `fetch`, and an ApiError for
 * every error response (specification section 8, ruling 37). Without a session it leaves for the sign-in page instead
 * and never resolves. A call that needs a step-up asks for it and is repeated.
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
  const apiError = refusal(
    response.status,
    response.statusText,
    body,
    response.headers.get('retry-after'),
    currentLocale(),
  )
  if (apiError?.code === 'step_up_required' && (await stepUp())) return send(address, call, signal)
  if (apiError) throw apiError
  const { headers } = response
  return { body, ...totalOf(headers), next: headers.get('x-next-before') }
}
