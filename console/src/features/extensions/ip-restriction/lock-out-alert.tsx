import type { IpLockOut } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'

interface LockOutAlertProps {
  lockOut: IpLockOut
  onAnswer: (isConfirmed: boolean) => void
}

/** Lists the callers that a change cuts off, before it is saved. */
export function LockOutAlert({ lockOut: { callers, total, own_address: own }, onAnswer }: LockOutAlertProps) {
  const t = useText()
  const more = total - callers.length
  const cancel = () => onAnswer(false)
  const actions = (
    <>
      <Button autoFocus onClick={cancel}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" onClick={() => onAnswer(true)}>
        {t('ip-restriction.applyAnyway')}
      </Button>
    </>
  )
  return (
    <Alert
      title={total > 0 ? t('ip-restriction.lockOut', { count: total }) : t('ip-restriction.ownBlocked')}
      onClose={cancel}
      actions={actions}
    >
      {total > 0 && (
        <>
          {t('ip-restriction.lockOutText')}
          <ul className="mt-3 grid gap-1 rounded-md border border-line bg-well px-3 py-2 text-sm">
            {callers.map(({ address, requests }) => (
              <li key={address} className="flex flex-wrap justify-between gap-x-4 text-ink">
                <span className="font-mono text-xs leading-5 break-all">{address}</span>
                <span className="text-ink-3 tabular-nums">
                  {t('ip-restriction.calls24', { count: requests, number: formatNumber(requests) })}
                </span>
              </li>
            ))}
            {more > 0 && <li className="text-ink-3">{t('ip-restriction.lockOutMore', { count: more })}</li>}
          </ul>
        </>
      )}
      {own !== null && (
        <p className={total > 0 ? 'mt-3' : undefined}>{t('ip-restriction.ownBlockedText', { ip: own })}</p>
      )}
    </Alert>
  )
}
