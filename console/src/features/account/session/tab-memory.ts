/** What this tab remembers across a reload, and nobody else learns; nothing where the browser stores nothing. */
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
