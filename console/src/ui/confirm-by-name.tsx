import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { useBusy } from './use-busy.ts'

interface ConfirmByNameProps {
  title: string
  /** The name that has to be typed; null where a click is enough (screens S0). */
  name: string | null
  /** Says what to type. */
  nameLabel: string
  /** The button, and what it says while it works. */
  confirm: string
  confirming: string
  onConfirm: () => Promise<void>
  onClose: () => void
  children: ReactNode
  /** Stands behind the field: why it could not be deleted. */
  below?: ReactNode
}

/** Asks before something is deleted. What was used recently is deleted only once its name is typed. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { title, name, nameLabel, confirm, confirming, onConfirm, onClose, children, below } = props
  const t = useText()
  const [typed, setTyped] = useState('')
  const [busy, run] = useBusy(onConfirm)
  const mayRun = name === null || typed.trim() === name
  const actions = (
    <>
      <Button autoFocus={name === null} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" disabled={!mayRun} busy={busy} busyLabel={confirming} onClick={run}>
        {confirm}
      </Button>
    </>
  )
  return (
    <Alert title={title} onClose={onClose} actions={actions}>
      {children}
      {name !== null && (
        <form
          className="mt-4 text-ink"
          onSubmit={(event) => {
            event.preventDefault()
            if (mayRun && !busy) run()
          }}
        >
          <TextField
            autoFocus
            label={nameLabel}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </form>
      )}
      {below}
    </Alert>
  )
}
