let files = 0

/** Gives the visitors of the next test file an address of their own, so that caps per address never add up. */
export function enterNetwork(): void {
  files += 1
}

/**
 * The address that the server, which trusts this machine as a proxy, takes a visitor to come from. A loopback one, because
 * the sandbox's pages exist for this machine alone.
 */
export const networkHeaders = (): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `127.1.${Math.floor(files / 256)}.${files % 256}`,
})
