import { createRoot } from 'react-dom/client'
import { api } from '../../api/api.ts'
import { loadTexts } from '../../i18n/text.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

let pending: Promise<boolean> | null = null

/** Authenticates the owner again and returns true on success. Calls that are refused together share one dialog. */
export function requestStepUp(): Promise<boolean> {
  pending ??= openDialog().finally(() => (pending = null))
  return pending
}

/** Renders in a React tree of its own, in front of the page and dialog of the call, without touching them. */
async function openDialog(): Promise<boolean> {
  const [options] = await Promise.all([api.secondFactor.stepUpOptions(), loadTexts('step-up', 'challenge')])
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const confirmed = await new Promise<boolean>((resolve) =>
    root.render(<StepUpDialog options={options} onEnd={resolve} />),
  )
  root.unmount()
  place.remove()
  return confirmed
}
