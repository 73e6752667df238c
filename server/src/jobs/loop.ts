/** Work that a process does again and again, never twice at once. */
export interface Loop {
  /** Stable: the log, the metrics and the table `loop_run` carry it. */
  readonly name: string
  /** Milliseconds from the end of a run to the next one. */
  readonly every: number
  /** Milliseconds from the start of the process to the first run, where that is another wait. */
  readonly firstAfter?: number
  /** A long run may watch the signal and throw once it is aborted, which counts as no failure. */
  readonly run: (stopping: AbortSignal) => Promise<unknown>
  /**
   * True in SQL while there is work at $1, the time. The registry then evaluates it often, together with those of other
   * loops, and the loop runs only while it is true.
   */
  readonly isDue?: string
  /** Counts the rows that wait for this loop, where that is cheap. Zero while nothing is due. */
  readonly backlog?: () => Promise<number>
  /**
   * Keeps something of the process itself, such as a snapshot or counts in memory. Every other loop works for all
   * processes and leaves out those that only serve calls (`ROLE=api`).
   */
  readonly inEveryProcess?: boolean
  /** Runs once more when the loops stop, to write what is still in memory. */
  readonly runsAtStop?: boolean
}

/** The state of a loop in this process. */
export interface LoopState {
  readonly name: string
  readonly startedAt: Date | null
  readonly succeededAt: Date | null
  readonly error: { readonly message: string; readonly at: Date } | null
  readonly succeeded: number
  readonly failed: number
  readonly failuresInARow: number
  /** Null where the loop counts none, or could not. */
  readonly backlog: number | null
  /** No run has succeeded within three intervals, or a minute where that is longer. */
  readonly overdue: boolean
}
