/** Works through the items, so many at the same time, until none is left or the signal is aborted. */
export async function workThrough<T>(
  items: readonly T[],
  { atOnce, stopping }: { readonly atOnce: number; readonly stopping?: AbortSignal | undefined },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true && stopping?.aborted !== true; next = left.next())
      await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
