let files = 0

/** Gives the visitors of the next test file an address of their own, so that caps per address never add up. */
export function enterNetwork(): void {
  files += 1
}

/** The address that the server, which trusts this machine as a proxy, takes a visitor to come from. */
export const networkHeaders = (): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `10.0.${Math.floor(files / 256)}.${files % 256}`,
})
