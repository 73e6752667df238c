import { useCallback, useRef, useSyncExternalStore } from 'react'

export interface Atom<Value> {
  readonly get: () => Value
  readonly subscribe: (changed: (value: Value) => void) => { readonly unsubscribe: () => void }
}

type Change<Value> = Value | ((before: Value) => Value)

interface MutableAtom<Value> extends Atom<Value> {
  readonly set: (next: Change<Value>) => void
}

/** Atoms with the values that they had. */
type Reads = ReadonlyMap<Atom<unknown>, unknown>

const watchers = new Set<() => void>()
/** The atoms that the running computation has read, with their values. */
let reads: Map<Atom<unknown>, unknown> | null = null
let batches = 0

function notify(): void {
  if (batches > 0) return
  for (const check of watchers) check()
}

/** Notifies once after several changes. */
export function batch(change: () => void): void {
  batches += 1
  try {
    change()
  } finally {
    batches -= 1
    notify()
  }
}

function readable<Value>(current: () => Value): Atom<Value> {
  const atom: Atom<Value> = {
    get() {
      const value = current()
      reads?.set(atom, value)
      return value
    },
    subscribe(changed) {
      let seen = current()
      const check = () => {
        const value = current()
        if (Object.is(value, seen)) return
        seen = value
        changed(value)
      }
      watchers.add(check)
      return { unsubscribe: () => void watchers.delete(check) }
    },
  }
  return atom
}

const isUpdate = <Value>(next: Change<Value>): next is (before: Value) => Value => typeof next === 'function'

function mutable<Value>(initial: Value): MutableAtom<Value> {
  let value = initial
  const set = (next: Change<Value>) => {
    value = isUpdate(next) ? next(value) : next
    notify()
  }
  return { ...readable(() => value), set }
}

/** Keeps its value, and so the identity of a list, until an atom that it read has another value. */
function computed<Value>(compute: () => Value): Atom<Value> {
  let last: { readonly value: Value; readonly reads: Reads } | null = null
  return readable(() => {
    const outer = reads
    reads = null
    try {
      if (last && [...last.reads].every(([atom, seen]) => Object.is(atom.get(), seen))) return last.value
      const own = new Map<Atom<unknown>, unknown>()
      reads = own
      last = { value: compute(), reads: own }
      return last.value
    } finally {
      reads = outer
    }
  })
}

const isComputed = <Value>(source: Value | (() => Value)): source is () => Value => typeof source === 'function'

/**
 * An atom of a value, or one that is computed from others. The build puts this store in place of the router's own, which
 * also runs effects, holds promised values and carries a shim for older versions of React.
 */
export function createAtom<Value>(source: () => Value): Atom<Value>
export function createAtom<Value>(source: Value): MutableAtom<Value>
export function createAtom<Value>(source: Value | (() => Value)): Atom<Value> {
  return isComputed(source) ? computed(source) : mutable(source)
}

interface Selected {
  readonly state: unknown
  readonly select: unknown
  readonly selection: unknown
}

/** Selects a part of an atom and renders the component again when that part changes. */
export function useSelector<State>(atom: Atom<State>): State
export function useSelector<State, Selection>(
  atom: Atom<State>,
  select: (state: State) => Selection,
  options?: { compare(one: Selection, other: Selection): boolean },
): Selection
export function useSelector<State>(
  atom: Atom<State>,
  select: (state: State) => unknown = (state) => state,
  options: { compare(one: unknown, other: unknown): boolean } = { compare: Object.is },
): unknown {
  const last = useRef<Selected>(null)
  const subscribe = useCallback((changed: () => void) => atom.subscribe(changed).unsubscribe, [atom])
  return useSyncExternalStore(subscribe, () => {
    const state = atom.get()
    const before = last.current
    if (before && Object.is(before.state, state) && before.select === select) return before.selection
    const found = select(state)
    const selection = before && options.compare(before.selection, found) ? before.selection : found
    last.current = { state, select, selection }
    return selection
  })
}
