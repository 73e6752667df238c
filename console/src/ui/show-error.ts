import { t } from '../i18n/text.ts'
import { ApiError } from '../lib/api-error.ts'
import { errorHelp, openHelp } from '../lib/help.ts'
import { toast } from './toasts.ts'

/**
 * The global error handler. Shows the server's message as an error toast (specification section 8), with a button to get
 * help where the error is ours, and our own message for a network error. Every other error is a bug and is rethrown.
 */
export function showError(error: unknown): void {
  if (error instanceof ApiError) {
    const path = errorHelp(error)
    const help = path === null ? undefined : { title: t('ui.getHelp'), act: () => openHelp(path) }
    // A user who cancelled the step-up needs no explanation.
    if (error.code !== 'step_up_required') toast('bad', error.message, undefined, help)
    return undefined
  }
  if (error instanceof TypeError) return toast('bad', t('ui.offline'), t('ui.offlineText'))
  throw error
}
