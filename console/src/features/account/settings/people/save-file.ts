/** Saves a signed document as a JSON file. */
export function saveDocument(name: string, document: object): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }))
  Object.assign(globalThis.document.createElement('a'), { href: address, download: `${name}.json` }).click()
  URL.revokeObjectURL(address)
}
