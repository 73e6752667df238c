/** Reads a value that this tab alone keeps across a reload. Empty where the browser allows no storage. */
export function tabValue(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keepInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Ignored: storage is switched off or full.
  }
}
