import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot, preloadDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, SubmitButton } from '../ui/form.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { Select } from '../ui/select.tsx'
import { SideSheet } from '../ui/sheet.tsx'
import { Status } from '../ui/status.tsx'
import { toast } from '../ui/toasts.ts'
import { Explain } from '../ui/tooltip.tsx'
import { buttonLooks } from '../ui/button.tsx'
import { Row } from './row.tsx'

type Layer = 'dialog' | 'sheet' | null

const periods = [
  { value: '7d', title: 'Last 7 days' },
  { value: '30d', title: 'Last 30 days' },
] as const

function ExampleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const submit = async () => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    onClose()
  }
  const check = ({ name }: Readonly<Record<string, string>>) => (name ? {} : { name: 'Give it a name.' })
  return (
    <Dialog title="Create signature" open={open} onClose={onClose} wide>
      <Form check={check} submit={submit} onError={() => undefined}>
        <DialogBody>
          <TextField name="name" label="Name" autoFocus hint="2 to 8 characters" />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton busyLabel="Creating">Create</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** Dialogs, menus and toasts. */
export function Layers() {
  const [layer, setLayer] = useState<Layer>(null)
  const [period, setPeriod] = useState<'7d' | '30d'>('30d')
  const close = () => setLayer(null)
  return (
    <Row title="Layers">
      <Button size="small" onClick={() => setLayer('dialog')} onPointerEnter={preloadDialog}>
        Dialog
      </Button>
      <Button size="small" onClick={() => setLayer('sheet')}>
        Sheet
      </Button>
      <MenuButton
        label="Menu"
        groups={[{ items: [{ id: 'delete', title: 'Delete', icon: Trash2, act: () => toast('ok', 'Deleted') }] }]}
        className={buttonLooks('secondary', 'small')}
      >
        Menu
      </MenuButton>
      <Select label="Period" labelled="inside" options={periods} value={period} onChange={setPeriod} />
      <Explain what="HMAC mode" text="Every request is signed with the secret and a timestamp." />
      <Button size="small" onClick={() => toast('ok', 'Signature created', 'Review takes about a day.')}>
        Toast
      </Button>
      <Button size="small" onClick={() => toast('bad', 'The balance does not cover this request.')}>
        Error toast
      </Button>
      <ExampleDialog open={layer === 'dialog'} onClose={close} />
      <SideSheet
        label="Message"
        open={layer === 'sheet'}
        onClose={close}
        onNext={close}
        href="/kit"
        head={
          <>
            <Status tone="bad">Undelivered</Status>
            <h2 className="text-[20px]/7 font-semibold">+65 8••• ••17</h2>
            <CopyableId value="01994c7e-5d1a-7f33" what="id" />
          </>
        }
        foot={<Button size="small">Send again</Button>}
      >
        <p className="text-ink-2">The phone was switched off or out of coverage.</p>
      </SideSheet>
    </Row>
  )
}
