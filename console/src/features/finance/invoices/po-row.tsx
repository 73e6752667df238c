import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { invoice as limits } from '@hongyan/contract/limits/finance'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { Form, SubmitButton, type FormValues } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { keepDetail, reloadInvoices } from './queries.ts'
import { isChangeable } from './labels.ts'

interface PoRowProps {
  detail: InvoiceDetail
}

function PoForm({ detail, onDone }: PoRowProps & { onDone: () => void }) {
  const t = useText()
  async function submit({ po = '' }: FormValues) {
    const { po: kept } = await api.invoices.setPo({ params: { id: detail.id }, body: { po } })
    keepDetail({ ...detail, po: kept })
    toast('ok', textNow('invoices.poSaved'))
    onDone()
    await reloadInvoices()
  }
  return (
    <Form submit={submit} onError={showError} className="grid gap-2">
      <TextField
        name="po"
        label={t('invoices.po')}
        hint={t('invoices.poHint', { most: limits.poMax })}
        defaultValue={detail.po ?? ''}
        maxLength={limits.poMax}
        autoComplete="off"
        autoFocus
      />
      <div className="flex gap-2">
        <SubmitButton size="small" busyLabel={t('invoices.saving')}>
          {t('invoices.save')}
        </SubmitButton>
        <Button size="small" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
      </div>
    </Form>
  )
}

/** The customer's purchase order number, edited in place. */
export function PoRow({ detail }: PoRowProps) {
  const t = useText()
  /** Null before the first edit; false afterwards, when the focus returns to the button. */
  const [editing, setEditing] = useState<boolean | null>(null)
  if (editing === true) {
    return (
      <div className="py-1.5">
        <dt className="sr-only">{t('invoices.po')}</dt>
        <dd>
          <PoForm detail={detail} onDone={() => setEditing(false)} />
        </dd>
      </div>
    )
  }
  return (
    <div className="grid min-h-8 grid-cols-[112px_minmax(0,1fr)] items-center gap-2">
      <dt className="text-ink-3">{t('invoices.po')}</dt>
      <dd className="flex min-w-0 items-center gap-1.5">
        <span className="min-w-0 wrap-anywhere">
          {detail.po ?? <span className="text-ink-3">{t('invoices.poNone')}</span>}
        </span>
        {isChangeable(detail) && (
          <IconButton
            ref={editing === false ? firstFocus : undefined}
            icon={Pencil}
            size={13}
            label={t('invoices.poEdit')}
            onClick={() => setEditing(true)}
          />
        )}
      </dd>
    </div>
  )
}
