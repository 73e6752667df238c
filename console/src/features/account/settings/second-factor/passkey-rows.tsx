import type { Passkey } from '@hongyan/contract/endpoints/account/security'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { RecordMenu } from '../../../../ui/record-menu.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { NameDialog } from './name-dialog.tsx'
import { reloadSecurity, securityQuery } from './queries.ts'
import { RemoveAlert } from './remove-alert.tsx'

function Row({ passkey, last }: { passkey: Passkey; last: boolean }) {
  const t = useText()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const { id, name, created_at: added, last_used_at: used } = passkey
  const close = () => setOpen(null)

  async function remove() {
    queryClient.setQueryData(securityQuery.queryKey, await api.security.removePasskey({ params: { id } }))
    close()
    toast('ok', textNow('second-factor.passkeyRemoved', { name }))
  }

  async function rename(newName: string) {
    await api.security.renamePasskey({ params: { id }, body: { name: newName } })
    await reloadSecurity()
    close()
  }

  return (
    <li className="flex items-center gap-2 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-3">
          {t('second-factor.added')} <Moment at={added} /> ·{' '}
          {used === null ? (
            t('second-factor.neverUsed')
          ) : (
            <>
              {t('second-factor.used')} <Moment at={used} />
            </>
          )}
        </p>
      </div>
      <IconButton icon={Pencil} label={t('second-factor.renameWhat', { name })} onClick={() => setOpen('rename')} />
      <IconButton icon={Trash2} label={t('second-factor.removeWhat', { name })} onClick={() => setOpen('remove')} />
      <RecordMenu kind="passkey" id={id} name={name} />
      {open === 'rename' && (
        <NameDialog
          title={t('second-factor.renameTitle')}
          name={name}
          submitLabel={t('second-factor.rename')}
          busyLabel={t('second-factor.saving')}
          save={rename}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <RemoveAlert
          title={t('second-factor.removePasskeyTitle', { name })}
          text={t(last ? 'second-factor.removeLast' : 'second-factor.removePasskeyText')}
          remove={remove}
          onClose={close}
        />
      )}
    </li>
  )
}

/** `last`: the account has one passkey and no other second factor, so removing it switches the second factor off. */
export function PasskeyRows({ passkeys, last }: { passkeys: readonly Passkey[]; last: boolean }) {
  if (passkeys.length === 0) return null
  return (
    <ul className="mt-3 divide-y divide-line rounded-md border border-line">
      {passkeys.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} last={last} />
      ))}
    </ul>
  )
}
