import type { Security } from '@hongyan/contract/endpoints/account/security'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Status } from '../../../../ui/status.tsx'
import { AppRow } from './app-row.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { securityQuery } from './queries.ts'
import { RecoveryRow } from './recovery-row.tsx'
import { whyNoPasskeys } from './why-no-passkeys.ts'

const isOn = ({ totp_since, passkeys }: Security): boolean => totp_since !== null || passkeys.length > 0

function Passkeys({ security }: { security: Security }) {
  const t = useText()
  const [adding, setAdding] = useState(false)
  const why = whyNoPasskeys(security)
  return (
    <div className="p-4 sm:px-6">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 className="font-medium">{t('second-factor.passkeys')}</h3>
          <p className="text-sm text-ink-3">
            {why === null ? t('second-factor.passkeysText') : t(why, { most: limits.passkeys })}
          </p>
        </div>
        {why === null && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => setAdding(true)}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
          >
            {t('second-factor.addPasskey')}
          </Button>
        )}
      </div>
      <PasskeyRows passkeys={security.passkeys} last={security.totp_since === null && security.passkeys.length === 1} />
      {adding && <PasskeyDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

/** Authenticator app, passkeys, and recovery codes for when neither is at hand (screens S14). */
export function SecondFactorSection() {
  const t = useText()
  const { data, error, refetch } = useQuery(securityQuery)
  return (
    <section aria-labelledby="second-factor" className="divide-y divide-line rounded-lg border border-line bg-raised">
      <div className="p-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="second-factor" className="font-semibold">
            {t('second-factor.title')}
          </h2>
          {data && (
            <Status tone={isOn(data) ? 'ok' : 'open'}>
              {t(isOn(data) ? 'second-factor.on' : 'second-factor.off')}
            </Status>
          )}
        </div>
        <p className="mt-1 text-sm text-ink-3">
          {t(data && isOn(data) ? 'second-factor.onText' : 'second-factor.offText')}
        </p>
      </div>
      {error !== null && <ErrorPanel title={t('second-factor.failed')} error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <AppRow security={data} />
          <Passkeys security={data} />
          {isOn(data) && <RecoveryRow left={data.recovery_left} />}
        </>
      )}
    </section>
  )
}
