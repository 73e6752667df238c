/**
 * Opens the window of a payment during the click, so that no browser blocks it as a pop-up. Null where a browser does
 * all the same. The opener is cut by hand: with the feature `noopener`, `open` returns null for an opened window too
 * (ruling 4).
 */
export function openWindow(title: string): Window | null {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.opener = null
  opened.document.title = title
  opened.document.documentElement.style.colorScheme = 'light dark'
  return opened
}

/**
 * Sends the window to the payment page. A blocked window only logs a warning (specification section 4, "Top-up flow").
 */
export function leadTo(opened: Window | null, address: string): void {
  if (opened) opened.location.replace(address)
  // oxlint-disable-next-line no-console -- the specification asks for the warning
  else console.warn('The payment window was blocked as a pop-up.')
}
