import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Language } from './languages.ts'
import { verifierSample } from './verifier.ts'

const key = randomBytes(32)
const settings = { WEBHOOK_SECRET: `whsec_${key.toString('base64')}` }
const body = '{"text":"It’s 结果 & <b>"}'

interface Request {
  readonly id: string
  readonly timestamp: string
  readonly signatures: string
  readonly body: string
}

const signature = (request: Omit<Request, 'signatures'>, by = key) =>
  `v1,${createHmac('sha256', by).update(`${request.id}.${request.timestamp}.${request.body}`).digest('base64')}`

function requestAt(seconds: number): Request {
  const unsigned = { id: 'msg_1', timestamp: String(Math.floor(Date.now() / 1_000) + seconds), body }
  return { ...unsigned, signatures: signature(unsigned) }
}

/** Requests with the verdict that each deserves. */
function requests(): readonly (readonly [Request, boolean])[] {
  const good = requestAt(0)
  const foreign = signature(good, randomBytes(32))
  return [
    [good, true],
    [{ ...good, signatures: `${foreign} ${good.signatures}` }, true],
    [{ ...good, signatures: foreign }, false],
    [{ ...good, signatures: good.signatures.replace('v1,', 'v2,') }, false],
    [{ ...good, signatures: '' }, false],
    [{ ...good, body: `${body} ` }, false],
    [{ ...good, id: 'msg_2' }, false],
    [{ ...good, timestamp: String(Number(good.timestamp) + 1) }, false],
    [{ ...good, timestamp: 'now' }, false],
    [requestAt(-330), false],
    [requestAt(330), false],
  ]
}

const single = (text: string): string => `'${text}'`
/** In ASCII, whatever encoding the compiler takes sources in. */
const double = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

function shellCall({ id, timestamp, signatures, body: text }: Request): string {
  return `if printf %s ${single(text)} | verify ${[id, timestamp, signatures].map(single).join(' ')}; then echo true; else echo false; fi`
}

/** Prints the verdict on a request: 1, true or True where it is accepted. */
const calls = {
  curl: shellCall,
  node: ({ id, timestamp, signatures, body: text }) =>
    `console.log(verify(${[id, timestamp, signatures, text].map(single).join(', ')}))`,
  python: ({ id, timestamp, signatures, body: text }) =>
    `print(verify(${[id, timestamp, signatures].map(single).join(', ')}, ${single(text)}.encode()))`,
  php: ({ id, timestamp, signatures, body: text }) =>
    `echo verify(${[id, timestamp, signatures, text].map(single).join(', ')}) ? 'true' : 'false', "\\n";`,
  java: ({ id, timestamp, signatures, body: text }) =>
    `System.out.println(Webhooks.verify(${[id, timestamp, signatures].map(double).join(', ')}, ${double(text)}.getBytes("UTF-8")));`,
} as const satisfies Readonly<Partial<Record<Language, (request: Request) => string>>>

type Tested = keyof typeof calls

const run = promisify(execFile)

/** The command that answers where a language's runtime is installed, the file, and the command that runs it. */
const runtimes: Readonly<Record<Tested, readonly [version: string, file: string, command: string]>> = {
  curl: ['openssl version', 'verify.sh', 'sh verify.sh'],
  node: ['node --version', 'verify.mjs', 'node verify.mjs'],
  python: ['python3 --version', 'verify.py', 'python3 verify.py'],
  php: ['php --version', 'verify.php', 'php verify.php'],
  java: ['javac --version', 'Verify.java', 'javac Verify.java && java Verify'],
}

const inShell = async (command: string, cwd?: string) =>
  run('sh', ['-c', command], { cwd, env: { ...process.env, ...settings } })

const stands = async (language: Tested): Promise<boolean> =>
  inShell(runtimes[language][0]).then(
    () => true,
    () => false,
  )

const programOf = (language: Tested, lines: string): string => {
  const code = verifierSample(language)
  const main = `class Verify { public static void main(String[] arguments) throws Exception {\n${lines}\n} }`
  return `${code}\n${language === 'java' ? main : lines}\n`
}

async function printed(language: Tested, lines: string): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hongyan-verifier-'))
  try {
    const [, file, command] = runtimes[language]
    await writeFile(path.join(folder, file), programOf(language, lines))
    const { stdout } = await inShell(command, folder)
    return stdout.trimEnd().toLowerCase().split('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe.each(Object.keys(calls) as Tested[])('in %s', (language) => {
  test('a verifier accepts what is signed and refuses what is forged or old', async ({ skip }) => {
    skip(!(await stands(language)), 'its runtime is not installed')
    const checked = requests()
    const lines = checked.map(([request]) => calls[language](request)).join('\n')
    expect(await printed(language, lines)).toEqual(checked.map(([, verdict]) => String(verdict)))
  }, 60_000)
})
