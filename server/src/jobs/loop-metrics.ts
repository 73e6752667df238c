import { Counter, Gauge, type Registry } from 'prom-client'
import type { LoopState } from './loop.ts'

/** The figures of every started loop at `/metrics`. */
export function exposeLoops(registry: Registry, states: () => readonly LoopState[]): void {
  const registers = [registry]
  const gauge = (name: string, help: string, valueOf: (state: LoopState) => number | null): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['loop'],
      registers,
      collect() {
        this.reset()
        for (const state of states()) {
          const value = valueOf(state)
          if (value !== null) this.set({ loop: state.name }, value)
        }
      },
    })
  gauge('hongyan_loop_last_run_seconds', 'Unix time of the last run that succeeded', ({ succeededAt }) =>
    succeededAt === null ? null : succeededAt.getTime() / 1_000,
  )
  gauge('hongyan_loop_backlog', 'Rows that wait for the loop, as counted last', ({ backlog }) => backlog)
  runsOf(registry, states)
}

const runsOf = (registry: Registry, states: () => readonly LoopState[]): Counter =>
  new Counter({
    name: 'hongyan_loop_runs_total',
    help: 'Runs of the loop',
    labelNames: ['loop', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name: loop, succeeded, failed } of states()) {
        this.inc({ loop, outcome: 'succeeded' }, succeeded)
        this.inc({ loop, outcome: 'failed' }, failed)
      }
    },
  })
