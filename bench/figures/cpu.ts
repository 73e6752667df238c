import { readFileSync } from 'node:fs'

/** Ticks a second in /proc, the same on every Linux that runs Node. */
const TICKS = 100

/** Seconds of processor time that some processes have used, with those of their children that have ended. */
export const cpuSeconds = (processes: readonly number[]): number =>
  processes.reduce((sum, process) => sum + ticksOf(process), 0) / TICKS

/** Fields 14 to 17: user and system, our own and of ended children. A name in brackets stands before them. */
function ticksOf(process: number): number {
  const stat = statOf(process)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

/** One that has ended counts nothing more; its parent then counts it. */
function statOf(process: number): string {
  try {
    return readFileSync(`/proc/${process}/stat`, 'utf8')
  } catch {
    return ''
  }
}
