import { Download } from 'lucide-react'
import { useState } from 'react'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { TextCopyButton } from '../../../../ui/text-copy-button.tsx'
import { Alert } from '../../../../ui/alert.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { firstFocus } from '../../../../ui/first-focus.ts'
import { Note } from '../../../../ui/note.tsx'

const FILE = 'hongyan-recovery-codes.txt'

function save(codes: readonly string[]): void {
  const text = `${textNow('second-factor.fileTitle', { host: location.host })}\n\n${codes.join('\n')}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: address, download: FILE }).click()
  URL.revokeObjectURL(address)
}

function LeaveAlert({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  const t = useText()
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('second-factor.backToCodes')}
      </Button>
      <Button tone="danger" onClick={onLeave}>
        {t('second-factor.leave')}
      </Button>
    </>
  )
  return (
    <Alert title={t('second-factor.leaveTitle')} onClose={onClose} actions={actions}>
      {t('second-factor.leaveText')}
    </Alert>
  )
}

/** Shown once. An owner who leaves without having confirmed that the codes are saved is asked first. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useText()
  const [areSaved, setAreSaved] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => (areSaved ? onDone() : setIsLeaving(true))
  return (
    <Dialog title={t('second-factor.codesTitle')} open onClose={leave} held="typed">
      <DialogBody>
        <Note tone="warn">{t('second-factor.codesText')}</Note>
        <ul
          ref={firstFocus}
          tabIndex={-1}
          aria-label={t('second-factor.codesTitle')}
          className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md border border-line bg-well p-4 text-center font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex gap-2">
          <TextCopyButton text={codes.join('\n')} />
          <Button size="row" icon={Download} onClick={() => save(codes)}>
            {t('second-factor.download')}
          </Button>
        </div>
        <Checkbox checked={areSaved} onChange={({ target }) => setAreSaved(target.checked)}>
          {t('second-factor.kept')}
        </Checkbox>
      </DialogBody>
      <DialogFoot>
        <Button tone="primary" disabled={!areSaved} onClick={onDone}>
          {t('second-factor.done')}
        </Button>
      </DialogFoot>
      {isLeaving && <LeaveAlert onLeave={onDone} onClose={() => setIsLeaving(false)} />}
    </Dialog>
  )
}
