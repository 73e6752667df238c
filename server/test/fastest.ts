/** The fastest of some runs, in milliseconds: the others wait for the machine. */
export async function fastest(runs: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    await work(run)
    times.push(performance.now() - started)
  }
  return Math.min(...times)
}
