import { CircleCheck, FileText, RotateCw, X } from 'lucide-react'
import { formatNumber, useText } from '../../i18n/text.ts'
import { IconButton } from '../button.tsx'
import { FieldError } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { Progress } from '../progress.tsx'
import type { Item, ItemState } from './use-uploads.ts'

const KILOBYTE = 1024

/** A size in kilobytes, or in megabytes from one on. */
export function formatSize(bytes: number): string {
  const [value, unit] =
    bytes < KILOBYTE * KILOBYTE ? [bytes / KILOBYTE, 'kilobyte'] : [bytes / KILOBYTE / KILOBYTE, 'megabyte']
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 })
}

interface UploadRowProps {
  readonly item: Item
  readonly onRemove: () => void
  readonly onRetry: () => void
}

/** One file of an upload field: its picture, name and size, and how far it is. */
export function UploadRow({ item, onRemove, onRetry }: UploadRowProps) {
  const t = useText()
  const { name, size, preview, state } = item
  const isRunning = state.kind === 'waiting' || state.kind === 'sending'
  return (
    <li className="flex items-center gap-3 py-2.5">
      {preview === null ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-well text-ink-3">
          <Icon of={FileText} />
        </span>
      ) : (
        <img src={preview} alt="" className="size-10 shrink-0 rounded-md border border-line object-cover" />
      )}
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <p className="flex items-baseline gap-2 text-sm">
          <span className="truncate font-medium">{name}</span>
          {size !== null && <span className="shrink-0 text-xs text-ink-3 tabular-nums">{formatSize(size)}</span>}
        </p>
        <State name={name} state={state} />
      </div>
      {state.kind === 'failed' && state.mayRetry && (
        <IconButton icon={RotateCw} label={t('upload.retry', { name })} onClick={onRetry} />
      )}
      <IconButton icon={X} label={t(isRunning ? 'upload.cancel' : 'upload.remove', { name })} onClick={onRemove} />
    </li>
  )
}

function State({ name, state }: { readonly name: string; readonly state: ItemState }) {
  const t = useText()
  if (state.kind === 'waiting') return <p className="text-xs text-ink-3">{t('upload.waiting')}</p>
  if (state.kind === 'failed') return <FieldError>{state.message}</FieldError>
  if (state.kind === 'stored') {
    return (
      <p className="flex items-center gap-1.5 text-xs text-ink-2">
        <Icon of={CircleCheck} size={12} className="text-ok" />
        {t('upload.done')}
      </p>
    )
  }
  const percent = formatNumber(state.share, { style: 'percent' })
  // The server examines the file after its last byte.
  const text = state.share < 1 ? t('upload.sending', { percent }) : t('upload.checking')
  return <Progress label={t('upload.progressOf', { name })} done={Math.round(state.share * 100)} of={100} text={text} />
}
