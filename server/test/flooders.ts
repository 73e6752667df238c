import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const program = path.resolve(import.meta.dirname, 'sign-in-flooders.mjs')

export interface FloodPlan {
  readonly address: string
  readonly seconds: number
  /** Wrong passwords a second, half of them for the owner's account. */
  readonly guesses: number
  /** Requests for codes a second: half to the owner's email address, half to new phones. */
  readonly codes: number
  /** The networks that they come from in turn. */
  readonly addresses: number
  /** The owner's email address. */
  readonly email: string
}

export interface Flooded {
  /** Answers by the kind of request and their status, such as `guess 401`. */
  readonly answers: Readonly<Record<string, number>>
  /** The processor seconds of the clients. */
  readonly worked: number
}

/** Guesses passwords and requests codes from a process of its own. Resolves when each request has its answer. */
export async function floodSignIn(plan: FloodPlan): Promise<Flooded> {
  const child = spawn('node', [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(plan))
  const output = await text(child.stdout)
  await ended
  return JSON.parse(output) as Flooded // the program's own line
}
