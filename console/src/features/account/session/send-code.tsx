import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { useSecondsUntil } from '../../../ui/countdown.ts'
import { waitText } from '../../../ui/wait-text.ts'

interface SendCodeProps {
  /** When another code may be sent, in milliseconds since 1970. */
  from: number
  again: boolean
  busy: boolean
  onPress: () => void
}

/** The button inside the code's field. Disabled while no other code may be sent. */
export function SendCode({ from, again, busy, onPress }: SendCodeProps) {
  const t = useText()
  const left = useSecondsUntil(from)
  return (
    <Button
      size="row"
      disabled={left > 0}
      busy={busy}
      busyLabel={t('session.sendingCode')}
      onClick={onPress}
      className="-mr-2 tabular-nums disabled:text-ink-3!"
    >
      {left > 0
        ? t('session.sendAgainIn', { time: waitText(left, 'narrow') })
        : t(again ? 'session.sendAgain' : 'session.sendCode')}
    </Button>
  )
}
