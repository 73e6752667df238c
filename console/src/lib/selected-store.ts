import { useRef, useSyncExternalStore } from 'react'

type Equal<Selection> = (one: Selection, other: Selection) => boolean

interface Selected<State, Selection> {
  readonly state: State
  readonly select: (state: State) => Selection
  readonly selection: Selection
}

/**
 * Selects a part of a store and renders the component again when that part changes. The build puts it in place of the
 * router's own, which carries a shim for older versions of React.
 */
export function useSyncExternalStoreWithSelector<State, Selection>(
  subscribe: (changed: () => void) => () => void,
  getState: () => State,
  _getServerState: unknown,
  select: (state: State) => Selection,
  isEqual: Equal<Selection> = Object.is,
): Selection {
  const last = useRef<Selected<State, Selection>>(null)
  return useSyncExternalStore(subscribe, () => {
    const state = getState()
    const before = last.current
    if (before && Object.is(before.state, state) && before.select === select) return before.selection
    const found = select(state)
    const selection = before && isEqual(before.selection, found) ? before.selection : found
    last.current = { state, select, selection }
    return selection
  })
}
