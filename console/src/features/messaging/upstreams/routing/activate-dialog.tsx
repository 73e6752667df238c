import type { Routing } from '@hongyan/contract/endpoints/messaging/routing'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { ChangeList } from './change-list.tsx'
import type { RuleChange } from './compare.ts'
import type { Names } from './names.ts'
import { kept } from './queries.ts'
import { draftVersion } from './use-draft.ts'

interface ActivateDialogProps {
  routing: Routing
  changes: readonly RuleChange[]
  names: Names
  onClose: () => void
}

/** Compares the draft with the rules in force, and puts it in force. */
export default function ActivateDialog({ routing, changes, names, onClose }: ActivateDialogProps) {
  const t = useText()
  const { draft, version } = routing
  const problems = draft?.problems ?? []
  const [busy, activate] = useBusy(async () => {
    const reply = await kept(api.routing.activate({ body: { version: draftVersion(routing) } }))
    toast('ok', t('routing.activated', { version: reply.version }))
    onClose()
  })
  return (
    <Dialog title={t('routing.activateTitle', { version: version + 1 })} open onClose={onClose} wide>
      <DialogBody>
        <p className="text-ink-2">{t('routing.activateText')}</p>
        {problems.length > 0 && (
          <Note tone="bad" title={t('routing.hasProblems', { count: problems.length })}>
            {[...new Set(problems.map(({ message }) => message))].map((message) => (
              <span key={message} className="block">
                {message}
              </span>
            ))}
          </Note>
        )}
        {problems.length === 0 && draft?.simulated_at === null && <Note>{t('routing.simulateFirst')}</Note>}
        <ChangeList changes={changes} names={names} />
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <Button
          tone="primary"
          busy={busy}
          busyLabel={t('routing.activating')}
          disabled={problems.length > 0 || changes.length === 0}
          onClick={activate}
        >
          {t('routing.activate')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
