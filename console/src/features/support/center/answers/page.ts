import { paths } from '../../../../lib/paths.ts'

/** A page of the console, as the router takes it. */
export interface Page {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** The page of a path with its query; null for the documentation, which is no part of the console. */
export function pageOf(path: string): Page | null {
  const { pathname, searchParams } = new URL(path, 'https://console.invalid')
  const isOutside = pathname === paths.docs || pathname.startsWith(`${paths.docs}/`) || pathname === paths.inbox
  return isOutside ? null : { to: pathname, search: Object.fromEntries(searchParams) }
}
