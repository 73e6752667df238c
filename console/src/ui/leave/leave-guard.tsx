import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Alert, preloadAlert } from '../alert.tsx'
import { Button } from '../button.tsx'

/** Asks before unsaved changes are left behind: for another page of the console, or by closing the tab. */
export function LeaveGuard() {
  const t = useText()
  const { history } = useRouter()
  /** Ends the navigation that waits for an answer; true stays. */
  const [answer, setAnswer] = useState<((stays: boolean) => void) | null>(null)

  useEffect(() => {
    preloadAlert()
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname &&
        new Promise<boolean>((resolve) => setAnswer(() => resolve)),
    })
  }, [history])

  if (answer === null) return null
  const end = (stays: boolean) => {
    answer(stays)
    setAnswer(null)
  }
  const actions = (
    <>
      <Button autoFocus onClick={() => end(true)}>
        {t('leave.stay')}
      </Button>
      <Button tone="danger" onClick={() => end(false)}>
        {t('leave.leave')}
      </Button>
    </>
  )
  return (
    <Alert title={t('leave.title')} onClose={() => end(true)} actions={actions}>
      {t('leave.text')}
    </Alert>
  )
}
