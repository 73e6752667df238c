import { t } from '../i18n/text.ts'
import { ApiError } from '../lib/api-error.ts'
import { toast } from './toasts.ts'

/**
 * The global handler: the server's own words as an error toast (specification section 8). A network that failed is
 * said in ours; anything else is a bug and is thrown on.
 */
export function showError(error: unknown): void {
  if (error instanceof ApiError) {
    // Whoever was asked for another proof and would rather not knows why nothing happened.
    if (error.code !== 'step_up_required') toast('bad', error.message)
    return undefined
  }
  if (error instanceof TypeError) return toast('bad', t('ui.offline'), t('ui.offlineText'))
  throw error
}
