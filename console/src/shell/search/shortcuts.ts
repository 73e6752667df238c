import { SECOND } from '@hongyan/contract/durations'
import type { TextId } from '../../i18n/ids.ts'
import { paths } from '../../lib/paths.ts'
import { isFree } from '../../ui/list/shortcuts.ts'

/** The pages that `g` and a letter open, of those that the account has. */
export const goTo: readonly { readonly key: string; readonly title: TextId; readonly path: string }[] = [
  { key: 'h', title: 'shell.home', path: paths.home },
  { key: 'u', title: 'shell.topUp', path: paths.topUp },
  { key: 't', title: 'shell.transactions', path: paths.transactions },
  { key: 'i', title: 'shell.invoices', path: paths.invoices },
  { key: 'p', title: 'search.prices', path: paths.prices },
  { key: 'c', title: 'shell.credentials', path: paths.credentials },
  { key: 's', title: 'shell.settings', path: paths.settings },
]

const GO = 'g'
const SECOND_KEY_WITHIN = SECOND

/** The parts of a key press that decide about a shortcut. */
export interface KeyPress {
  readonly key: string
  readonly at: number
  /** True where the key is text, belongs to a layer, or has a modifier other than Shift. */
  readonly taken: boolean
}

/** Reads shortcuts from key presses, in their order. Returns the page to open, or `?` for the list of shortcuts. */
export function createShortcuts(): (press: KeyPress) => string | null {
  let wentAt = Number.NEGATIVE_INFINITY
  return ({ key, at, taken }) => {
    const isSecond = at - wentAt <= SECOND_KEY_WITHIN
    wentAt = Number.NEGATIVE_INFINITY
    if (taken) return null
    if (key === '?') return '?'
    if (isSecond) return goTo.find((each) => each.key === key)?.path ?? null
    if (key === GO) wentAt = at
    return null
  }
}

const readShortcut = createShortcuts()

/** Reads shortcuts from the events of this tab. */
export const shortcutOf = (event: KeyboardEvent): string | null =>
  readShortcut({ key: event.key, at: event.timeStamp, taken: !isFree(event) })
