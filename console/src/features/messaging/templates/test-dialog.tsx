import type { Template, templates } from '@hongyan/contract/endpoints/messaging/templates'
import type { ReplyOf } from '@hongyan/contract/endpoint'
import { shownDecimals } from '@hongyan/contract/limits/screens'
import { templates as limits } from '@hongyan/contract/limits/senders'
import { fitsVariable } from '@hongyan/contract/senders/content'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'
import { Note } from '../../../ui/note.tsx'
import { showError } from '../../../ui/show-error.ts'
import { typeLabels } from './labels.ts'

type Sent = ReplyOf<(typeof templates)['test']>

interface TestProps {
  template: Template
  onClose: () => void
}

function SentPanel({ sent, template, onClose }: TestProps & { sent: Sent }) {
  const t = useText()
  const { sandbox } = useAccount()
  return (
    <>
      <DialogBody>
        <p role="status" className="font-medium">
          {sent.waits_until === null ? (
            t('templates.testSent')
          ) : (
            <>
              {t('templates.testWaits')} <Moment at={sent.waits_until} seconds />
            </>
          )}
        </p>
        <p
          lang={template.language}
          className="rounded-lg border border-line bg-well px-3 py-2 wrap-anywhere whitespace-pre-wrap"
        >
          {sent.text}
        </p>
        <p className="text-sm text-ink-2">
          {t('templates.testPrice')}{' '}
          <Money
            exact={sent.price}
            currency={sent.currency === 'CNY' ? 'CNY' : 'USD'}
            decimals={shownDecimals.messagePrice}
          />
        </p>
      </DialogBody>
      <DialogFoot>
        {sandbox && (
          <a href={paths.inbox} target="_blank" rel="noopener" className={buttonLooks()}>
            {t('templates.inbox')}
          </a>
        )}
        <Button tone="primary" onClick={onClose}>
          {t('templates.done')}
        </Button>
      </DialogFoot>
    </>
  )
}

function TestForm({ template, phone, onSent, onClose }: TestProps & { phone: string; onSent: (sent: Sent) => void }) {
  const t = useText()
  const { id, variables } = template
  const check = (values: FormValues): FieldErrors =>
    Object.fromEntries(
      variables
        .filter((variable) => !fitsVariable(variable, values[variable.name] ?? ''))
        .map((variable) => [
          variable.name,
          textNow('templates.valueUnfit', { type: textNow(typeLabels[variable.type]), max: variable.max_length }),
        ]),
    )
  async function submit(values: FormValues) {
    const data = Object.fromEntries(variables.map(({ name }) => [name, values[name] ?? '']))
    onSent(await api.templates.test({ params: { id }, body: { to: phone, data } }))
  }
  return (
    <Form check={check} submit={submit} onError={showError}>
      <DialogBody>
        <TextField label={t('templates.testTo')} value={phone} readOnly hint={t('templates.testToHint')} />
        {variables.map(({ name, type, max_length: max, sample }) => (
          <TextField
            key={name}
            name={name}
            label={name}
            defaultValue={sample}
            autoComplete="off"
            hint={t('templates.typeUpTo', { type: t(typeLabels[type]), max })}
          />
        ))}
        <Note>{t('templates.testText', { count: limits.testsPerDay })}</Note>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton unlessSuspended busyLabel={t('templates.testing')}>
          {t('templates.test')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** Sends the newest version to the account's own phone, and shows the text and the price. */
export default function TestDialog({ template, onClose }: TestProps) {
  const t = useText()
  const { phone } = useAccount()
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Dialog title={t('templates.testOf', { name: template.name })} open onClose={onClose} held="typed">
      {phone === null ? (
        <>
          <DialogBody>
            <Note>{t('templates.noPhone')}</Note>
          </DialogBody>
          <DialogFoot>
            <a href={`${paths.settings}?tab=security`} className={buttonLooks('primary')}>
              {t('templates.bindPhone')}
            </a>
          </DialogFoot>
        </>
      ) : sent === null ? (
        <TestForm template={template} phone={phone} onSent={setSent} onClose={onClose} />
      ) : (
        <SentPanel sent={sent} template={template} onClose={onClose} />
      )}
    </Dialog>
  )
}
