import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A runtime of one language of the samples: the files that the code goes into, and the command that runs them. */
interface Runtime {
  /** The tab's title. */
  readonly title: string
  readonly version: readonly [string, ...string[]]
  readonly files: (code: string, call: string) => Readonly<Record<string, string>>
  readonly command: string
}

const runtimes: readonly Runtime[] = [
  {
    title: 'Node.js',
    version: ['node', '--version'],
    files: (code, call) => ({ 'send.mjs': `${code}\n${call}\n` }),
    command: 'node send.mjs',
  },
  {
    title: 'Python',
    version: ['python3', '--version'],
    files: (code, call) => ({ 'send.py': `${code}\n${call}\n` }),
    command: 'python3 send.py',
  },
  {
    title: 'PHP',
    version: ['php', '--version'],
    files: (code, call) => ({ 'send.php': `${code}\n${call}\n` }),
    command: 'php send.php',
  },
  {
    title: 'Go',
    version: ['go', 'version'],
    files: (code, call) => ({ 'send.go': call === '' ? code : `${code}\nfunc main() {\n${call}\n}\n` }),
    command: 'GOCACHE="$PWD/cache" GO111MODULE=off go run send.go',
  },
  {
    title: 'Java',
    version: ['javac', '--version'],
    files: (code, call) =>
      call === ''
        ? { 'Send.java': code }
        : {
            'Hongyan.java': code,
            'Send.java': `class Send { public static void main(String[] arguments) throws Exception {\n${call}\n} }`,
          },
    command: 'javac *.java && java Send',
  },
]

async function stands({ version: [command, ...options] }: Runtime): Promise<boolean> {
  return run(command, options).then(
    () => true,
    () => false,
  )
}

/** The runtimes of this machine. Node's is always among them. */
export const standing = async (): Promise<readonly Runtime[]> => {
  const found = await Promise.all(runtimes.map(stands))
  return runtimes.filter((_, index) => found[index])
}

/** Runs a sample with a call of what it defines, and returns what it prints. */
export async function runSample(
  runtime: Runtime,
  code: string,
  call: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hongyan-sample-'))
  try {
    for (const [name, text] of Object.entries(runtime.files(code, call))) await writeFile(path.join(folder, name), text)
    const env = { PATH: process.env['PATH'], HOME: homedir(), ...settings }
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', runtime.command], { cwd: folder, env })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
