import { createRoot } from 'react-dom/client'
import { api } from '../../api/api.ts'
import { loadTexts } from '../../i18n/text.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

let asking: Promise<boolean> | null = null

/** Asks the owner for another proof, and answers whether there was one. Calls that are refused together ask once. */
export function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = null))
  return asking
}

/** In a tree of its own: whichever page and dialog the call came from, it lies in front of them and leaves them alone. */
async function ask(): Promise<boolean> {
  const [options] = await Promise.all([api.secondFactor.stepUpOptions(), loadTexts('step-up', 'challenge')])
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const proved = await new Promise<boolean>((resolve) =>
    root.render(<StepUpDialog options={options} onEnd={resolve} />),
  )
  root.unmount()
  place.remove()
  return proved
}
