/** A choice of a filter by several values: one value, or some that belong together. */
export interface Choice<Value> {
  readonly title: string
  readonly values: readonly Value[]
}

/** The key of the choice that stands for every value. */
export const ANY = 'any'

export const keyOf = ({ values }: Choice<unknown>): string => values.join(',')

export const isChosen = <Value>({ values }: Choice<Value>, chosen: readonly Value[]): boolean =>
  values.every((value) => chosen.includes(value))

/** The names of the chosen values. A choice of several values stands before the single ones, and replaces them. */
export function namesOf<Value>(choices: readonly Choice<Value>[], chosen: readonly Value[]): readonly string[] {
  let unnamed = chosen
  return choices.flatMap((choice) => {
    if (!isChosen(choice, unnamed)) return []
    unnamed = unnamed.filter((value) => !choice.values.includes(value))
    return choice.title
  })
}

/** The chosen values once the choices of these keys are marked; none for every value. */
export function withKeys<Value>(
  choices: readonly Choice<Value>[],
  chosen: readonly Value[],
  keys: ReadonlySet<unknown>,
): readonly Value[] {
  if (chosen.length > 0 && keys.has(ANY)) return []
  const marked = choices.filter((choice) => isChosen(choice, chosen))
  const removed = marked.filter((choice) => !keys.has(keyOf(choice))).flatMap(({ values }) => values)
  const added = choices.filter((choice) => keys.has(keyOf(choice)) && !marked.includes(choice))
  const kept = chosen.filter((value) => !removed.includes(value))
  return [...new Set([...kept, ...added.flatMap(({ values }) => values)])]
}
