/** Sends a signal to a process. Returns false where it has ended: a process of PostgreSQL may do so at any time. */
export function signalIfThere(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

/** Sends a signal to those of the processes that have not ended. */
export const signalThose = (pids: readonly number[], name: NodeJS.Signals): void =>
  pids.forEach((pid) => signalIfThere(pid, name))
