function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  Object.assign(globalThis.document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

/** Saves a signed document as a JSON file. */
export const saveDocument = (name: string, document: object): void =>
  save(`${name}.json`, new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }))

/** Saves a PDF that came as base64. */
export const savePdf = (name: string, content: string): void =>
  save(
    name,
    new Blob([Uint8Array.from(atob(content), (sign) => sign.codePointAt(0) ?? 0)], { type: 'application/pdf' }),
  )
