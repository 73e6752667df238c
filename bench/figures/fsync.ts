import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spreadOf } from './spread.ts'

const TRIES = 200
/** As large as a page of PostgreSQL's log. */
const PAGE = Buffer.alloc(8192, 1)

/** Microseconds that the disk under the temporary folder takes to make one page safe: what every commit waits for. */
export function fsyncMicros(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-fsync-'))
  const file = openSync(path.join(folder, 'page'), 'w')
  const tries = Array.from({ length: TRIES }, () => {
    const started = performance.now()
    writeSync(file, PAGE)
    fdatasyncSync(file)
    return (performance.now() - started) * 1000
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return Math.round(spreadOf(tries).median)
}
