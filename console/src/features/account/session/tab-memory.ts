/** Reads a value that this tab alone keeps across a reload. Empty where the browser allows no storage. */
export function remembered(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Storage is switched off or full.
  }
}
