let styles: (() => Promise<unknown>) | null = null

/** From now on every lazy part is ready only when these styles are there too. */
export function lazyPartsWaitFor(load: () => Promise<unknown>): void {
  styles = load
}

/** Loads a lazy part together with the styles that lazy parts wait for. The build calls it for each `import()`. */
export async function withStyles<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), styles?.()])
  return part
}
