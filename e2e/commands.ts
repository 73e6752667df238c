import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const host = path.join(import.meta.dirname, 'command-host.mjs')

export interface Commands {
  /** Carries out `hongyan <words>` and answers what it found; throws what it complains of. */
  readonly run: (...words: readonly string[]) => Promise<unknown>
  readonly end: () => void
}

/** The command line of a running server. */
export function commandsOf(cli: string, env: NodeJS.ProcessEnv): Commands {
  let child: ChildProcess | null = null
  let last: Promise<unknown> = Promise.resolve()

  const carryOut = async (words: readonly string[]): Promise<unknown> => {
    child ??= fork(host, [cli], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
    const complaint: string[] = []
    child.stderr
      ?.setEncoding('utf8')
      .removeAllListeners('data')
      .on('data', (text: string) => complaint.push(text))
    child.send([...words, '--json'])
    const answered = new AbortController()
    const { signal } = answered
    const [said]: unknown[] = await Promise.race([once(child, 'message', { signal }), once(child, 'close', { signal })])
    answered.abort()
    if (typeof said === 'string') return JSON.parse(said.trimEnd().split('\n').at(-1) ?? 'null')
    child = null
    throw new Error(`hongyan ${words.join(' ')}: ${complaint.join('')}`)
  }

  return {
    run: async (...words) => {
      const mine = last.then(() => carryOut(words))
      last = mine.catch(() => undefined)
      return mine
    },
    end: () => child?.disconnect(),
  }
}
