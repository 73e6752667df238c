import { Gauge, type Registry } from 'prom-client'
import type { PartitionState } from './keep-partitions.ts'

/** The figures of every table's partitions at `/metrics`, as the last run found them. */
export function exposePartitions(registry: Registry, states: () => readonly PartitionState[]): void {
  const gauge = (name: string, help: string, valueOf: (state: PartitionState) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['table'],
      registers: [registry],
      collect() {
        this.reset()
        for (const state of states()) this.set({ table: state.table }, valueOf(state))
      },
    })
  gauge('hongyan_partition_strays', 'Rows outside every partition', ({ strays }) => strays)
  gauge(
    'hongyan_partitions_missing',
    'Partitions of today and the days ahead that do not exist',
    ({ missing }) => missing,
  )
}
