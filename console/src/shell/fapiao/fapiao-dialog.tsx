import type { FapiaoOffer } from '@hongyan/contract/endpoints/finance/fapiao'
import { shownMoney } from '@hongyan/contract/money'
import { type FapiaoKind, fapiaoKinds } from '@hongyan/contract/vocabulary/payment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { formatDate, t as textNow, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/choice.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, SubmitButton, type FormValues } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { showError } from '../../ui/show-error.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import type { FapiaoBody, FapiaoCalls } from './calls.ts'
import { checkFapiao, normalised } from './check.ts'

interface FapiaoDialogProps {
  calls: FapiaoCalls
  onClose: () => void
}

const choices = {
  general: ['fapiao.general', 'fapiao.generalText'],
  special: ['fapiao.special', 'fapiao.specialText'],
} as const

function bodyOf(kind: FapiaoKind, values: FormValues): FapiaoBody {
  const value = (name: string): string => normalised(values[name])
  const bank = { bank: value('bank'), bank_account: value('bank_account').replaceAll(' ', '') }
  const body = { kind, title: value('title'), tax_no: value('tax_no').toUpperCase(), email: value('email') }
  return kind === 'special' ? { ...body, ...bank } : body
}

function FapiaoStatus({ fapiao }: { fapiao: NonNullable<FapiaoOffer['fapiao']> }) {
  const t = useText()
  const { status, number, email, requested_at: at } = fapiao
  if (status === 'issued') return <Note>{t('fapiao.issued', { number: number ?? '–', email })}</Note>
  return <Note>{t('fapiao.requested', { on: formatDate(new Date(at), { dateStyle: 'medium' }) })}</Note>
}

function Amount({ amount }: { amount: string }) {
  const t = useText()
  return (
    <p className="flex justify-between gap-4 rounded-md bg-fill px-4 py-3 text-sm">
      {t('fapiao.amount')}
      <span className="font-medium tabular-nums">¥{shownMoney(amount, 2)}</span>
    </p>
  )
}

function RequestForm({ offer, calls, onClose }: FapiaoDialogProps & { offer: FapiaoOffer }) {
  const t = useText()
  const { email } = useAccount()
  const { fapiao, last, amount } = offer
  const known = fapiao ?? last
  const [kind, setKind] = useState<FapiaoKind>(known?.kind ?? 'general')
  const line = { autoComplete: 'off', maxLength: 100 }

  async function submit(values: FormValues) {
    const kept = await calls.request(bodyOf(kind, values))
    toast('ok', textNow('fapiao.sent'), textNow('fapiao.sentText', { email: kept.email }))
    onClose()
    await queryClient.invalidateQueries({ queryKey: calls.key })
  }
  const check = (values: FormValues) =>
    Object.fromEntries(Object.entries(checkFapiao(kind, values)).map(([name, message]) => [name, textNow(message)]))
  return (
    <Form check={check} submit={submit} onError={showError} className="contents">
      <DialogBody>
        {fapiao && <FapiaoStatus fapiao={fapiao} />}
        <Amount amount={amount} />
        <RadioCards
          legend={t('fapiao.kind')}
          name="kind"
          choices={fapiaoKinds.map((value) => ({
            value,
            title: t(choices[value][0]),
            text: t(choices[value][1]),
          }))}
          value={kind}
          onChange={(chosen) => setKind(chosen === 'special' ? 'special' : 'general')}
        />
        <TextField {...line} name="title" label={t('fapiao.name')} defaultValue={known?.title} />
        <TextField {...line} name="tax_no" label={t('fapiao.taxNo')} defaultValue={known?.tax_no} />
        {kind === 'special' && (
          <>
            <TextField {...line} name="bank" label={t('fapiao.bank')} defaultValue={known?.bank ?? ''} />
            <TextField
              {...line}
              name="bank_account"
              label={t('fapiao.bankAccount')}
              inputMode="numeric"
              defaultValue={known?.bank_account ?? ''}
            />
          </>
        )}
        <TextField
          name="email"
          type="email"
          label={t('fapiao.email')}
          hint={t('fapiao.emailHint')}
          defaultValue={known?.email ?? email ?? ''}
          maxLength={254}
        />
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton busyLabel={t('fapiao.sending')}>{t(fapiao ? 'fapiao.change' : 'fapiao.send')}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

function Content({ calls, onClose }: FapiaoDialogProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({ queryKey: calls.key, queryFn: calls.offer })
  if (data && data.fapiao?.status !== 'issued') return <RequestForm offer={data} calls={calls} onClose={onClose} />
  return (
    <>
      <DialogBody>
        {data?.fapiao && (
          <>
            <FapiaoStatus fapiao={data.fapiao} />
            <Amount amount={data.fapiao.amount} />
          </>
        )}
        {!data && !error && <Skeleton label={t('ui.loading')} />}
        {error && <ErrorPanel title={t('fapiao.failed')} error={error} onRetry={() => void refetch()} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('fapiao.close')}</Button>
      </DialogFoot>
    </>
  )
}

/** The tax invoice, or the request for one (screens S7). */
export default function FapiaoDialog(props: FapiaoDialogProps) {
  const t = useText()
  return (
    <Dialog title={t('fapiao.title')} open onClose={props.onClose} wide held="typed">
      <Content {...props} />
    </Dialog>
  )
}
