import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { TypedName, useTypedName } from '../../../ui/review/typed-name.tsx'
import { isInUse, UsedBy } from '../../../ui/review/used-by.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import type { TemplateSearch } from './filter.ts'
import { reloadTemplates } from './queries.ts'

interface AlertProps {
  template: Template
  onClose: () => void
}

/** Closes the sheet of a template that is gone. */
function useCloseSheet(): () => Promise<void> {
  const navigate = useNavigate({ from: paths.templates })
  return () =>
    navigate({
      search: (now: TemplateSearch) => withPart(now, 'open', undefined),
      replace: true,
      resetScroll: false,
    })
}

export function WithdrawAlert({ template: { id, version }, onClose }: AlertProps) {
  const t = useText()
  const closeSheet = useCloseSheet()
  const [busy, withdraw] = useBusy(
    async () => {
      await api.templates.withdraw({ params: { id } })
      toast('ok', textNow('templates.withdrawn'))
      onClose()
      if (version === 1) await closeSheet()
      await reloadTemplates()
    },
    async () => {
      onClose()
      await reloadTemplates()
    },
  )
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('templates.withdrawing')} onClick={withdraw}>
        {t('templates.withdraw')}
      </Button>
    </>
  )
  return (
    <Alert title={t('templates.withdrawAsk', { version })} onClose={onClose} actions={actions}>
      {t(version === 1 ? 'templates.withdrawOnly' : 'templates.withdrawText')}
    </Alert>
  )
}

export function RemoveAlert({ template, onClose }: AlertProps) {
  const { id, name, serving } = template
  const t = useText()
  const typed = useTypedName(template)
  const closeSheet = useCloseSheet()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, remove] = useBusy(async () => {
    try {
      await api.templates.remove({ params: { id } })
    } catch (error) {
      if (!isInUse(error)) throw error
      setRefusal(error)
      return
    }
    toast('ok', doneText('deleted', 'templates.entity'))
    onClose()
    await closeSheet()
    await reloadTemplates()
  })
  const actions = (
    <>
      <Button autoFocus={!typed.isNeeded} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('templates.removing')} disabled={!typed.isTyped} onClick={remove}>
        {t('templates.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={deleteAsk('templates.entity', name)} onClose={onClose} actions={actions}>
      {t(serving === null ? 'templates.removeText' : 'templates.removeServing')}
      <TypedName of={template} by={typed} busy={busy} onEnter={remove} />
      {refusal !== null && <UsedBy refusal={refusal} />}
    </Alert>
  )
}
