import { t as textNow } from '../../../i18n/text.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast('ok', textNow('ui.copied'))
}

export const copyId = (id: string): void => void copy(id).catch(showError)
