import type { BillingProfile } from '@hongyan/contract/endpoints/finance/invoices'
import { invoice as limits } from '@hongyan/contract/limits/finance'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { useCountryList } from '../../../../api/use-countries.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { CountryField } from '../../../../ui/country-field.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../../ui/form.tsx'
import { Select } from '../../../../ui/select.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { readEmails } from './emails.ts'

const profileQuery = {
  queryKey: [api.billing.get.address],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.billing.get({}, signal),
}

const valueOf = (values: FormValues, name: string): string => (values[name] ?? '').trim()

function check(values: FormValues): FieldErrors {
  const { emails, wrong } = readEmails(values['emails'] ?? '')
  if (wrong !== undefined) return { emails: textNow('invoices.emailsWrong', { email: wrong }) }
  if (emails.length > limits.emails) return { emails: textNow('invoices.emailsMany', { most: limits.emails }) }
  return {}
}

interface FormProps {
  profile: BillingProfile
  onClose: () => void
}

function ProfileForm({ profile, onClose }: FormProps) {
  const t = useText()
  const list = useCountryList()
  const [language, setLanguage] = useState(profile.language)
  async function submit(values: FormValues) {
    const body = {
      legal_name: valueOf(values, 'legal_name'),
      address: valueOf(values, 'address'),
      country: valueOf(values, 'country'),
      tax_id: valueOf(values, 'tax_id'),
      emails: [...readEmails(values['emails'] ?? '').emails],
      po: valueOf(values, 'po'),
      language,
    }
    queryClient.setQueryData(profileQuery.queryKey, await api.billing.save({ body }))
    toast('ok', textNow('invoices.billingSaved'), textNow('invoices.billingSavedText'))
    onClose()
  }
  const languages = [
    { value: Locale.English, title: t('invoices.english') },
    { value: Locale.SimplifiedChinese, title: t('invoices.chinese') },
  ]
  return (
    <Form check={check} submit={submit} onError={showError} className="contents">
      <DialogBody>
        <p className="text-ink-2">{t('invoices.billingText')}</p>
        <TextField
          name="legal_name"
          label={t('invoices.legalName')}
          defaultValue={profile.legal_name}
          maxLength={200}
          autoComplete="organization"
        />
        <TextField
          name="address"
          label={t('invoices.address')}
          defaultValue={profile.address}
          maxLength={300}
          autoComplete="street-address"
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <CountryField name="country" label={t('invoices.country')} initial={profile.country} list={list} />
          <TextField
            name="tax_id"
            label={t('invoices.taxId')}
            defaultValue={profile.tax_id}
            maxLength={40}
            autoComplete="off"
          />
        </div>
        <TextArea
          name="emails"
          label={t('invoices.emails')}
          hint={t('invoices.emailsHint', { most: limits.emails })}
          defaultValue={profile.emails.join('\n')}
          rows={3}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            name="po"
            label={t('invoices.poDefault')}
            defaultValue={profile.po}
            maxLength={limits.poMax}
            autoComplete="off"
          />
          <Select label={t('invoices.language')} options={languages} value={language} onChange={setLanguage} />
        </div>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton busyLabel={t('invoices.saving')}>{t('invoices.save')}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** Edits the details and the recipients of invoices (screens S7). */
export default function BillingDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <Dialog title={t('invoices.billingTitle')} open onClose={onClose} wide held="typed">
      {data ? (
        <ProfileForm profile={data} onClose={onClose} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorPanel title={t('invoices.billingFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton label={t('ui.loading')} />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}
