import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DAY } from '@hongyan/contract/durations'
import { newOwner, type OwnerShape } from '../new-owner.ts'
import { type OwnServer, startServer } from '../server.ts'
import { type SignIn, untilServed } from '../sign-in.ts'

export interface Reply {
  readonly status: number
  readonly body: unknown
}

export interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** The language of the caller. */
  readonly locale?: 'en' | 'zh-CN'
}

/** An owner whose calls are sent as written, by a program with the session's cookie. */
export interface Caller extends SignIn {
  readonly ask: (method: string, path: string, sent?: Sent) => Promise<Reply>
  /** The reply of a call that has to succeed. */
  readonly made: <Made>(method: string, path: string, body?: object) => Promise<Made>
  readonly upload: (purpose: string, name: string, content: Buffer) => Promise<string>
}

export interface World {
  readonly server: OwnServer
  /** Sets the server's clock to so many milliseconds after now. */
  readonly setClock: (offset: number) => void
  readonly create: (shape?: OwnerShape) => Promise<SignIn>
  /** Opens an account and a session of it. */
  readonly open: (shape?: OwnerShape) => Promise<Caller>
  /** Opens a session. */
  readonly enter: (owner: SignIn) => Promise<Caller>
  readonly stop: () => Promise<void>
}

/** The time from now to the twentieth of the last month or so, in milliseconds. */
function lastMonth(): number {
  const first = new Date()
  first.setUTCDate(1)
  return first.getTime() - 10 * DAY - Date.now()
}

/** Starts a server without accounts in the last month, so that there is a month to close. */
export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-clock-'))
  const setClock = (offset: number): void => writeFileSync(path.join(folder, 'offset'), String(offset))
  setClock(lastMonth())
  const clock = path.resolve(import.meta.dirname, '../steered-clock.mjs')
  const server = await startServer({
    AVATAR_URL_CN: 'none',
    CLOCK_FILE: path.join(folder, 'offset'),
    NODE_OPTIONS: `--import=${clock}`,
  })
  const enter = (owner: SignIn) => callerOf(server.address, owner)
  return {
    server,
    setClock,
    enter,
    create: (shape) => newOwner(server, shape),
    open: async (shape) => enter(await newOwner(server, shape)),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Sends one call without a session. */
export const asker =
  (address: string, cookie = '') =>
  async (method: string, at: string, { query, body, locale = 'en' }: Sent = {}): Promise<Reply> => {
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    const isForm = body instanceof FormData
    const response = await fetch(`${address}/api${at}${search}`, {
      method,
      headers: {
        cookie,
        origin: address,
        'accept-language': locale,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  }

async function callerOf(address: string, { identifier, password }: SignIn): Promise<Caller> {
  const signIn = () =>
    fetch(`${address}/api/session`, {
      method: 'POST',
      headers: { origin: address, 'content-type': 'application/json' },
      body: JSON.stringify({ identifier, password }),
    })
  const session = await untilServed(signIn, ({ status }) => status)
  if (!session.ok) throw new Error(`${identifier} was not let in: ${await session.text()}`)
  const cookie = session.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const ask = asker(address, cookie)
  const made = async <Made>(method: string, at: string, body?: object): Promise<Made> => {
    const reply = await ask(method, at, body === undefined ? {} : { body })
    if (reply.status !== 200) throw new Error(`${method} ${at}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body as Made // a row of the contract
  }
  const upload = async (purpose: string, name: string, content: Buffer): Promise<string> => {
    const form = new FormData()
    form.append('purpose', purpose)
    form.append('file', new File([new Uint8Array(content)], name))
    return (await made<{ readonly id: string }>('POST', '/upload', form)).id
  }
  return { identifier, password, ask, made, upload }
}

let phones = 1100

/** A number in the United States that no account here has, and that the sandbox delivers to at once. */
export const newPhone = (): string => `+1206555${(phones += 1)}`
