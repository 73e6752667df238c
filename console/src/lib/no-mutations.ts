/**
 * An empty cache of mutations. The console writes with plain calls and updates its queries itself. The build puts this
 * in place of the query library's own, which is a hundredth of a first load; `useMutation` would not build.
 */
export class MutationCache {
  readonly findAll = (): readonly never[] => []
  readonly resumePausedMutations = (): Promise<void> => Promise.resolve()
  readonly clear = (): void => undefined
}
