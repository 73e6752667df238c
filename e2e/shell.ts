import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')

/** What bash prints on running these lines in the folder of the installation; it stops at the first that fails. */
export async function runInShell(lines: string, settings: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: homedir(), ...settings }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines], { cwd: root, env })
  return stdout
}
