import { Download } from 'lucide-react'
import { useState } from 'react'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { TextCopyButton } from '../../../../ui/text-copy-button.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { firstFocus } from '../../../../ui/first-focus.ts'
import { Note } from '../../../../ui/note.tsx'

const FILE = 'hongyan-recovery-codes.txt'

function save(codes: readonly string[]): void {
  const text = `${textNow('second-factor.fileTitle', { host: location.host })}\n\n${codes.join('\n')}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: address, download: FILE }).click()
  URL.revokeObjectURL(address)
}

/** Shown once. The owner has to confirm having saved the codes before leaving. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useText()
  const [areSaved, setAreSaved] = useState(false)
  return (
    <>
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
    </>
  )
}
