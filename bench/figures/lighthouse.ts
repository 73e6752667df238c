import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const folder = path.resolve(import.meta.dirname, '../lighthouse')

interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
}

export interface LighthouseVisit {
  readonly path: string
  readonly cookies: readonly Cookie[]
}

/** One run of Lighthouse's mobile test. */
export interface LighthouseRun {
  readonly path: string
  /** The path that was shown at the end, behind every redirect. */
  readonly shown: string
  /** Performance, 0 to 100. */
  readonly score: number
  readonly blockingMillis: number
  readonly largestPaintMillis: number
  readonly layoutShift: number
  readonly requests: number
}

/**
 * Runs Lighthouse on pages. It is installed here, with a lock of its own, on the first measurement: nothing else of the
 * project needs its 170 packages.
 */
export async function runLighthouse(
  address: string,
  visits: readonly LighthouseVisit[],
  runs: number,
): Promise<readonly LighthouseRun[]> {
  if (!existsSync(path.join(folder, 'node_modules/lighthouse'))) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  }
  const child = spawn(process.execPath, ['run.mjs'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ address, visits, runs }))
  const lines = (await text(child.stdout)).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as LighthouseRun)
}
