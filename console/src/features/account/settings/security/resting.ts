/** The signing-in pages remember under the same name: a code that was asked for there counts, whatever it is for. */
const keyOf = (target: string) => `hy_resend_${target}`

/** The moment from which another code may be asked for; 0 when none was. Survives the dialog and the page (section 4). */
export function restsUntil(target: string | null): number {
  try {
    return target === null ? 0 : Number(sessionStorage.getItem(keyOf(target)))
  } catch {
    return 0
  }
}

export function restFor(target: string, millis: number): void {
  try {
    sessionStorage.setItem(keyOf(target), String(Date.now() + millis))
  } catch {
    // Storage is switched off or full; the server counts too.
  }
}
