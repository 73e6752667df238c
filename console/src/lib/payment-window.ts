/**
 * Opens the window of a payment. Call during the click, or browsers block it as a pop-up; null where one does anyway.
 * Cuts the opener by hand: with the feature `noopener`, `window.open` always returns null (ruling 4).
 */
export function openPaymentWindow(title: string): Window | null {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.opener = null
  opened.document.title = title
  opened.document.documentElement.style.colorScheme = 'light dark'
  return opened
}

/**
 * Opens the payment page in the window. A blocked window only logs a warning (specification section 4, "Top-up flow").
 */
export function openInWindow(opened: Window | null, address: string): void {
  if (opened) opened.location.replace(address)
  // oxlint-disable-next-line no-console -- the specification asks for the warning
  else console.warn('The payment window was blocked as a pop-up.')
}
