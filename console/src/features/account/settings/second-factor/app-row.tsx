import type { Security } from '@hongyan/contract/endpoints/account/security'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { preloadAlert } from '../../../../ui/alert.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { AppDialog, type NewTotp } from './app-dialog.tsx'
import { securityQuery } from './queries.ts'
import { RemoveAlert } from './remove-alert.tsx'

/** The authenticator app: off, or on with its date. */
export function AppRow({ security }: { security: Security }) {
  const t = useText()
  const [open, setOpen] = useState<NewTotp | 'remove' | null>(null)
  const { totp_since: since, passkeys } = security
  const close = () => setOpen(null)
  const [beginning, begin] = useBusy(async () => setOpen(await api.security.beginTotp()))

  async function remove() {
    queryClient.setQueryData(securityQuery.queryKey, await api.security.removeTotp())
    close()
    toast('ok', textNow('second-factor.appRemoved'))
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-medium">{t('second-factor.app')}</h3>
        {since !== null && (
          <p className="text-ink-2">
            {t('second-factor.since')} <Moment at={since} />
          </p>
        )}
        <p className="text-sm text-ink-3">{t('second-factor.appText')}</p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-haspopup="dialog"
          busy={beginning}
          onClick={begin}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
        >
          {t(since === null ? 'second-factor.setUp' : 'second-factor.replace')}
        </Button>
        {since !== null && (
          <Button
            size="small"
            aria-label={t('second-factor.removeApp')}
            onClick={() => setOpen('remove')}
            onPointerEnter={preloadAlert}
            onFocus={preloadAlert}
          >
            {t('second-factor.remove')}
          </Button>
        )}
      </div>
      {open !== null && open !== 'remove' && <AppDialog begun={open} replaces={since !== null} onClose={close} />}
      {open === 'remove' && since !== null && (
        <RemoveAlert
          title={t('second-factor.removeAppTitle')}
          text={t(passkeys.length === 0 ? 'second-factor.removeLast' : 'second-factor.removeAppText')}
          remove={remove}
          onClose={close}
        />
      )}
    </div>
  )
}
