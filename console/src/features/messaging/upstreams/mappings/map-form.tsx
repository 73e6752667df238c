import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { currentLocale, t as textNow, useText } from '../../../../i18n/text.ts'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, type FormValues, SubmitButton } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { reloadMappings } from '../queries.ts'
import { OrderList } from './order-list.tsx'
import { isRemoteId, remoteOf } from './remote-id.ts'
import { inOrder } from './variables.ts'

interface MapFormProps {
  row: UpstreamMapping
  onClose: () => void
}

/** The provider's ID of a record, and the order of a template's variables there. */
export function MapForm({ row, onClose }: MapFormProps) {
  const t = useText()
  const [variables, setVariables] = useState(inOrder(row))
  const { upstream, kind, local, remote: stored } = row
  const check = ({ remote = '' }: FormValues) =>
    isRemoteId(remoteOf(remote)) ? {} : { remote: ruleText('remote_id', currentLocale()) }
  async function submit({ remote = '' }: FormValues) {
    const body = { upstream, kind, local, remote: remoteOf(remote), variables: [...variables] }
    await (stored === null ? api.upstreamMappings.create({ body }) : api.upstreamMappings.update({ body }))
    toast('ok', textNow('upstreams.mapped'))
    onClose()
    await reloadMappings()
  }
  return (
    <Form check={check} submit={submit} onError={showError}>
      <DialogBody>
        <TextField
          name="remote"
          label={t(kind === 'signature' ? 'upstreams.remoteSignature' : 'upstreams.remoteTemplate')}
          hint={t('upstreams.remoteHint')}
          defaultValue={stored ?? ''}
          maxLength={4 * limits.remoteIdMax}
          autoComplete="off"
          autoFocus
          spellCheck={false}
        />
        {variables.length > 1 && (
          <OrderList
            label={t('upstreams.variableOrder')}
            hint={t('upstreams.variableOrderHint')}
            names={variables}
            onChange={setVariables}
          />
        )}
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton unlessSuspended busyLabel={t('upstreams.saving')}>
          {t('upstreams.saveMapping')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}
