import { useText } from '../../../../i18n/text.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import { isMessageId, messageIdsIn } from './draft.ts'

interface MessageIdsFieldProps {
  value: string
  onChange: (typed: string) => void
}

/** The most wrong ids that are named. */
const NAMED = 3

/** The ids of the messages concerned. While they are typed it counts them, and names those that are none. */
export function MessageIdsField({ value, onChange }: MessageIdsFieldProps) {
  const t = useText()
  const ids = messageIdsIn(value)
  const bad = ids.filter((id) => !isMessageId(id))
  return (
    <div className="grid gap-1.5">
      <TextArea
        name="message_ids"
        label={t('center.messageIds')}
        hint={t('center.messageIdsHint')}
        rows={3}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono sm:text-xs! sm:leading-5!"
      />
      <p role="status" className="text-xs text-ink-2 empty:hidden">
        {ids.length > bad.length && t('center.messageIdsCount', { count: ids.length - bad.length })}
        {bad.length > 0 && (
          <span className="block wrap-anywhere text-warn">
            {t('center.messageIdsBad', { ids: bad.slice(0, NAMED).join(', ') })}
            {bad.length > NAMED && ' …'}
          </span>
        )}
      </p>
    </div>
  )
}
