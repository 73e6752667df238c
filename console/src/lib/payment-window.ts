/**
 * Opens the window of a payment while the press that asks for it lasts, so that no browser takes it for a pop-up nobody
 * wanted; null where one was blocked all the same. It is cut off from this page by hand: `noopener` among the features
 * would answer null for an opened window too (ruling 4).
 */
export function openWindow(title: string): Window | null {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.opener = null
  opened.document.title = title
  opened.document.documentElement.style.colorScheme = 'light dark'
  return opened
}

/** Leads the window to the payment. A blocked one only logs a warning (specification section 4, "Top-up flow"). */
export function leadTo(opened: Window | null, address: string): void {
  if (opened) opened.location.replace(address)
  // oxlint-disable-next-line no-console -- the specification asks for the warning
  else console.warn('The payment window was blocked as a pop-up.')
}
