import type { CredentialCheck } from '@hongyan/contract/endpoints/messaging/upstreams'
import { gap } from '../../../../i18n/gap.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'

interface CheckNoteProps {
  check: CredentialCheck
  /** Saves the channel as it is; absent after a check alone. */
  onSave: (() => void) | undefined
}

/** The provider's answer to the credentials. After a failed save they can be saved as they are. */
export function CheckNote({ check: { result, message, field }, onSave }: CheckNoteProps) {
  const t = useText()
  return (
    <div className="grid gap-3">
      <Note announced tone={result === 'accepted' ? 'info' : 'warn'} title={t(`upstreams.check.${result}`)}>
        {result !== 'accepted' && (
          <>
            {/* A refused field shows the message itself. */}
            {field === null && message}
            {gap()}
            {onSave && t('upstreams.saveAnywayText')}
          </>
        )}
      </Note>
      {onSave && (
        <span>
          <Button size="small" unlessSuspended onClick={onSave}>
            {t('upstreams.saveAnyway')}
          </Button>
        </span>
      )}
    </div>
  )
}
