import type { Upload } from '@hongyan/contract/endpoints/upload'
import { uploadPurposeLimits } from '@hongyan/contract/limits/uploads'
import type { UploadPurpose } from '@hongyan/contract/vocabulary/upload'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/text.ts'
import { inTurn, type SendFile } from './sending.ts'

/** A file on the server. Files of an earlier visit come without their size. */
export type StoredFile = Pick<Upload, 'id' | 'name'> & { readonly size?: number }

export type ItemState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'failed'; readonly message: string; readonly mayRetry: boolean }
  | { readonly kind: 'stored'; readonly upload: StoredFile }

/** A file of the field. */
export interface Item {
  readonly key: number
  readonly name: string
  /** Null where it is not known. */
  readonly size: number | null
  /** The chosen file. Null for one that was stored before the page was opened. */
  readonly file: File | null
  /** The address of its picture in the browser; null for a file that is no image. */
  readonly preview: string | null
  readonly state: ItemState
}

interface Choice {
  readonly purpose: UploadPurpose
  readonly max: number
  readonly value: readonly StoredFile[]
  readonly onChange: (uploads: readonly StoredFile[]) => void
  readonly send: SendFile
}

export interface Uploads {
  readonly items: readonly Item[]
  /** The message of files that were not taken; null after the next change. */
  readonly error: string | null
  /** The last event, for screen readers. */
  readonly event: string
  readonly add: (files: readonly File[]) => void
  readonly remove: (item: Item) => void
  readonly retry: (item: Item) => void
}

let made = 0

const storedItem = (upload: StoredFile): Item => ({
  key: (made += 1),
  name: upload.name,
  size: upload.size ?? null,
  file: null,
  preview: null,
  state: { kind: 'stored', upload },
})

const newItem = (file: File): Item => ({
  key: (made += 1),
  name: file.name,
  size: file.size,
  file,
  preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
  state: { kind: 'waiting' },
})

const storedOf = (items: readonly Item[]): readonly StoredFile[] =>
  items.flatMap(({ state }) => (state.kind === 'stored' ? [state.upload] : []))

/** Why a record made of the field would lack a file: one is under way, or one has failed. Null where all are stored. */
export function unreadyOf(items: readonly Pick<Item, 'state'>[]): 'underWay' | 'failed' | null {
  const kinds = items.map(({ state }) => state.kind).filter((kind) => kind !== 'stored')
  if (kinds.length === 0) return null
  return kinds.every((kind) => kind === 'failed') ? 'failed' : 'underWay'
}

const forget = ({ preview }: Item): void => {
  if (preview !== null) URL.revokeObjectURL(preview)
}

/** The reason why a file is not sent at all. The server refuses it with the same words. */
function refusalOf({ size }: File, purpose: UploadPurpose): string | null {
  if (size === 0) return t('upload.empty')
  return size > uploadPurposeLimits[purpose].bytes ? t('upload.tooLarge') : null
}

/** The files of a field: sends those that are added, and reports those that are stored. */
export function useUploads({ purpose, max, value, onChange, send }: Choice): Uploads {
  const [items, setItems] = useState<readonly Item[]>(() => value.map(storedItem))
  const [error, setError] = useState<string | null>(null)
  const [event, setEvent] = useState('')
  /** The newest items, for events that arrive before the next rendering. */
  const newest = useRef(items)
  const cancels = useRef(new Map<number, AbortController>())

  const put = (next: readonly Item[]): void => {
    const [before, after] = [storedOf(newest.current), storedOf(next)]
    newest.current = next
    setItems(next)
    if (before.length !== after.length || before.some((upload, at) => upload !== after[at])) onChange(after)
  }
  const update = (key: number, state: ItemState): void => {
    if (!newest.current.some((item) => item.key === key)) return
    put(newest.current.map((item) => (item.key === key ? { ...item, state } : item)))
  }

  async function start({ key, file, name }: Item): Promise<void> {
    if (file === null) return
    const fail = (message: string, mayRetry: boolean): void => {
      update(key, { kind: 'failed', message, mayRetry })
      setEvent(`${name}: ${message}`)
    }
    const refused = refusalOf(file, purpose)
    if (refused !== null) return fail(refused, false)
    const cancel = new AbortController()
    cancels.current.set(key, cancel)
    const { signal } = cancel
    const onProgress = (share: number): void => update(key, { kind: 'sending', share })
    try {
      const upload = await inTurn(signal, () => {
        onProgress(0)
        return send(file, purpose, { signal, onProgress })
      })
      update(key, { kind: 'stored', upload })
      setEvent(t('upload.isDone', { name }))
    } catch (reason) {
      if (signal.aborted) return
      const message = reason instanceof Error && reason.name === 'ApiError' ? reason.message : t('ui.unexpected')
      fail(message, true)
    } finally {
      cancels.current.delete(key)
    }
  }

  const drop = (item: Item): void => {
    cancels.current.get(item.key)?.abort()
    forget(item)
    put(newest.current.filter(({ key }) => key !== item.key))
  }

  useEffect(() => {
    const open = cancels.current
    return () => {
      for (const cancel of open.values()) cancel.abort()
      for (const item of newest.current) forget(item)
    }
  }, [])

  return {
    items,
    error,
    event,
    add(files) {
      // A field for one file replaces it.
      if (max === 1 && files.length === 1) for (const item of newest.current) drop(item)
      const taken = files.slice(0, max - newest.current.length).map(newItem)
      setError(taken.length < files.length ? t('upload.tooMany', { max }) : null)
      put([...newest.current, ...taken])
      for (const item of taken) void start(item)
    },
    remove(item) {
      setError(null)
      drop(item)
      setEvent(t('upload.isRemoved', { name: item.name }))
    },
    retry(item) {
      update(item.key, { kind: 'waiting' })
      void start(item)
    },
  }
}
