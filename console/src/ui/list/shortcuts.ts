import type { TextId } from '../../i18n/ids.ts'

export interface Shortcut {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string
  readonly title: TextId
}

/** The keys of every list, for its own handler and for an overview of all keys. Their texts are in the catalogue `list`. */
export const listShortcuts = {
  next: { key: 'j', title: 'list.nextRow' },
  previous: { key: 'k', title: 'list.previousRow' },
  open: { key: 'Enter', title: 'list.openRow' },
  filter: { key: '/', title: 'list.toFilters' },
} as const satisfies Readonly<Record<string, Shortcut>>

/** The value of `aria-keyshortcuts` on a list. */
export const ariaShortcuts = Object.values(listShortcuts)
  .map(({ key }) => key)
  .join(' ')
