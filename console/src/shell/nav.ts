import { BookOpen, House, Key, type LucideIcon } from 'lucide-react'
import type { TextId } from '../i18n/ids.ts'
import { paths } from '../lib/paths.ts'

interface NavTitle {
  title: TextId
  icon: LucideIcon
}

/** A page of the console, or one outside of it, which opens beside it. */
export type NavEntry =
  | (NavTitle & { path: typeof paths.home | typeof paths.credentials; outside?: false })
  | (NavTitle & { path: typeof paths.docs; outside: true })

/** The side menu. An entry appears when its page exists (ruling 22). */
export const nav: readonly NavEntry[] = [
  { title: 'shell.home', icon: House, path: paths.home },
  { title: 'shell.credentials', icon: Key, path: paths.credentials },
  { title: 'shell.docs', icon: BookOpen, path: paths.docs, outside: true },
]
