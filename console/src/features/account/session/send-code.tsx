import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { useSecondsUntil } from '../../../ui/countdown.ts'
import { waitWords } from './refusal-note.tsx'

interface SendCodeProps {
  /** The moment from which another code may be asked for. */
  from: number
  again: boolean
  busy: boolean
  onPress: () => void
}

/** Stands at the end of the code's field and rests for as long as another code may not be asked for. */
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
        ? t('session.sendAgainIn', { time: waitWords(left, 'narrow') })
        : t(again ? 'session.sendAgain' : 'session.sendCode')}
    </Button>
  )
}
