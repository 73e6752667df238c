import { uploadPurposeLimits } from '@hongyan/contract/limits/uploads'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { fileTypes, type UploadPurpose } from '@hongyan/contract/vocabulary/upload'
import { Upload as UploadSign } from 'lucide-react'
import { useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { useLocale, useText } from '../../i18n/text.ts'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { FieldError } from '../field.tsx'
import { useClearError, useFieldError, useUnready } from '../form.tsx'
import { Icon } from '../icon.tsx'
import type { SendFile } from './sending.ts'
import { formatSize, UploadRow } from './upload-row.tsx'
import { type Item, type StoredFile, unreadyOf, useUploads } from './use-uploads.ts'

interface UploadFieldProps {
  /** The name in the surrounding form, whose value is the ids of the stored files, comma-separated. */
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly purpose: UploadPurpose
  /** The most files; that of the purpose where it is left out. */
  readonly max?: number
  /** The stored files when the field appears. */
  readonly value: readonly StoredFile[]
  readonly onChange: (uploads: readonly StoredFile[]) => void
  readonly send: SendFile
}

const filesOf = ({ files }: DataTransfer): readonly File[] => [...files]

/**
 * A field for files: chosen, dropped or pasted. Each is uploaded at once, with its progress, and can be cancelled,
 * tried again or removed. The form is not sent without a file that is shown: it waits until all are stored. Its page
 * loads the catalogue `upload`.
 */
export function UploadField(props: UploadFieldProps) {
  const { name, label, description, purpose, value, onChange, send } = props
  const { most, types, bytes } = uploadPurposeLimits[purpose]
  const { max = most } = props
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState(false)
  const clearError = useClearError()
  const change = (stored: readonly StoredFile[]): void => {
    clearError(name)
    onChange(stored)
  }
  const uploads = useUploads({ purpose, max, value, onChange: change, send })
  const formError = useFieldError(name)
  const error = uploads.error ?? formError
  const { items } = uploads
  const unready = unreadyOf(items)
  useUnready(name, unready === null ? null : t(`upload.${unready}`, { max }))
  const words = useAccepted(types)
  const ids = items.flatMap(({ state }) => (state.kind === 'stored' ? [state.upload.id] : []))

  const add = (files: readonly File[]): void => {
    if (files.length === 0) return
    clearError(name)
    uploads.add(files)
  }
  const remove = (item: Item): void => {
    clearError(name)
    uploads.remove(item)
    button.current?.focus()
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add(filesOf(event.dataTransfer))
  }
  const onPaste = (event: ClipboardEvent): void => {
    const files = filesOf(event.clipboardData)
    if (files.length > 0) event.preventDefault()
    add(files)
  }
  const isOne = max === 1
  const size = formatSize(bytes)
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-under${error === undefined ? '' : ` ${id}-error`}`}
      className="grid grid-cols-1 content-start gap-1.5"
      onPaste={onPaste}
    >
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      {description !== undefined && <p className="text-sm text-ink-2">{description}</p>}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={cx(
          'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed px-3 py-3',
          over ? 'border-focus bg-well' : error === undefined ? 'border-control' : 'border-bad-dot',
        )}
      >
        <Icon of={UploadSign} className="text-ink-3" />
        <Button
          ref={button}
          size="small"
          data-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-under`}
          onClick={() => input.current?.click()}
        >
          {t(isOne ? (items.length > 0 ? 'upload.replace' : 'upload.choose') : 'upload.chooseMany')}
        </Button>
        <span className="text-xs text-ink-3">
          {t(over ? 'upload.dropNow' : isOne ? 'upload.drop' : 'upload.dropMany')}
        </span>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-hidden
          className="sr-only"
          multiple={!isOne}
          accept={types.flatMap((type) => fileTypes[type].extensions.map((each) => `.${each}`)).join(',')}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // Choosing the same file again is a change too.
            currentTarget.value = ''
          }}
        />
        <input type="hidden" name={name} value={ids.join(',')} />
      </div>
      <p id={`${id}-under`} className="text-xs text-ink-3">
        {isOne ? t('upload.accepts', { types: words, size }) : t('upload.acceptsMany', { types: words, size, max })}
      </p>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {items.length > 0 && (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <UploadRow key={item.key} item={item} onRemove={() => remove(item)} onRetry={() => uploads.retry(item)} />
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {uploads.event}
      </span>
    </div>
  )
}

/** The names of types in words: JPG, PNG or PDF. */
function useAccepted(types: readonly (keyof typeof fileTypes)[]): string {
  const locale = useLocale()
  const names = types.map((type) => fileTypes[type].name)
  if (locale === Locale.SimplifiedChinese) return names.join('、')
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
