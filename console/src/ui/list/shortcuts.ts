import type { TextId } from '../../i18n/ids.ts'
import { readKept } from './kept.ts'

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

/** The kept choice of `?`: shortcuts of one key may be switched off (WCAG 2.1.4). */
export const SINGLE_KEYS = 'hongyan.single-keys'
export const OFF = 'off'

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** True where a key may be a shortcut: it belongs to no field, no open layer and no other handler. */
export const isFree = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) &&
  !(event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) &&
  document.querySelector(LAYER) === null &&
  readKept(SINGLE_KEYS) !== OFF

/** The value of `aria-keyshortcuts` on a list. */
export const ariaShortcuts = Object.values(listShortcuts)
  .map(({ key }) => key)
  .join(' ')
