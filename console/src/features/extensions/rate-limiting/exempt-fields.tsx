import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { TextField } from '../../../ui/field.tsx'

interface ExemptFieldsProps {
  note: string
  /** The last day; empty for none. */
  day: string
  noteHint?: string
}

/** The note of an exempt number, and its last day. */
export function ExemptFields({ note, day, noteHint }: ExemptFieldsProps) {
  const t = useText()
  const today = useToday()
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <TextField
        name="note"
        label={t('rate-limiting.noteOptional')}
        {...(noteHint !== undefined && { hint: noteHint })}
        defaultValue={note}
        autoComplete="off"
      />
      <TextField
        name="day"
        label={t('rate-limiting.lastDayOptional')}
        hint={t('rate-limiting.lastDayHint')}
        type="date"
        min={today}
        defaultValue={day}
      />
    </div>
  )
}
