import { readFileSync } from 'node:fs'

/** The process that accepts the connections of a server while it sheds load; null while it does not. */
export function sheddingProcess(server: number): number | null {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ').filter(Boolean)
  const found = children.find((pid) => commandOf(pid).includes('load-shedding-process'))
  return found === undefined ? null : Number(found)
}

/** Empty for a process that has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
