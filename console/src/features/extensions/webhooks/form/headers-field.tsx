import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { Plus, X } from 'lucide-react'
import { useText } from '../../../../i18n/text.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { FieldError, TextField } from '../../../../ui/field.tsx'
import { useClearError, useFieldError } from '../../../../ui/form.tsx'
import type { DraftHeader } from './draft.ts'

interface HeadersFieldProps {
  headers: readonly DraftHeader[]
  onChange: (headers: readonly DraftHeader[]) => void
}

const DOTS = '••••••••'

/** Headers of every request. A stored value shows as dots, and stays unless another is typed. */
export function HeadersField({ headers, onChange }: HeadersFieldProps) {
  const t = useText()
  const error = useFieldError('headers')
  const clearError = useClearError()
  const change = (next: readonly DraftHeader[]) => {
    clearError('headers')
    onChange(next)
  }
  const set = (key: number, part: Partial<DraftHeader>) =>
    change(headers.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const add = () =>
    change([
      ...headers,
      { key: Math.max(-1, ...headers.map(({ key }) => key)) + 1, name: '', value: '', stored: false },
    ])
  return (
    <fieldset data-invalid={error !== undefined || undefined} tabIndex={-1} className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">{t('webhooks.headers')}</legend>
      {headers.map(({ key, name, value, stored }, index) => (
        <div key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
          <TextField
            label={t('webhooks.headerName', { number: index + 1 })}
            value={name}
            readOnly={stored}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set(key, { name: target.value })}
          />
          <TextField
            label={t('webhooks.headerValue', { number: index + 1 })}
            value={value}
            placeholder={stored ? DOTS : undefined}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set(key, { value: target.value })}
          />
          <span className="grid h-11 place-items-center sm:h-9">
            <IconButton
              icon={X}
              label={t('webhooks.removeHeader', { number: index + 1 })}
              onClick={() => change(headers.filter((each) => each.key !== key))}
            />
          </span>
        </div>
      ))}
      {error !== undefined && <FieldError>{error}</FieldError>}
      <p className="text-xs text-ink-3">{t('webhooks.headersHint')}</p>
      <span>
        <Button size="small" icon={Plus} disabled={headers.length >= limits.headers} onClick={add}>
          {t('webhooks.addHeader')}
        </Button>
      </span>
    </fieldset>
  )
}
