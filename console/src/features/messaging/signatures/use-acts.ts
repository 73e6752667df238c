import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import type { MainlandCarrier } from '@hongyan/contract/vocabulary/filing'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { t } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadSignatures } from './queries.ts'
import { listSearch, NEW, type SignatureSearch } from './search.ts'

/** Asks before a sender is deleted or its submission withdrawn. */
export type Ask = (question: 'remove' | 'withdraw', row: Signature) => void

type Row = Pick<Signature, 'id'>

/** Runs a change of a sender, says that it is done and reloads what is on screen. A failure becomes a toast. */
async function change(changing: Promise<unknown>, done: string): Promise<void> {
  await changing.then(
    () => toast('ok', done),
    (error: unknown) => showError(error),
  )
  await reloadSignatures()
}

/** The acts on one sender. */
export function useActs() {
  const navigate = useNavigate({ from: paths.signatures })
  const show = (part: SignatureSearch) => void navigate({ search: (now) => ({ ...listSearch(now), ...part }) })
  return {
    open: ({ id }: Row) => show({ open: id }),
    correct: ({ id }: Row, at?: SignatureSearch['at']) => show({ form: id, ...(at && { at }) }),
    duplicate: ({ id }: Row) => show({ form: NEW, like: id }),
    urge: async ({ id }: Row) => change(api.signatures.urge({ params: { id } }), t('signatures.urged')),
    makeDefault: async ({ id }: Row) =>
      change(api.signatures.makeDefault({ params: { id } }), t('signatures.defaultSet')),
    refile: async ({ id }: Row, carrier: MainlandCarrier) =>
      change(api.signatures.refile({ params: { id }, body: { carrier } }), t('signatures.refiled')),
  }
}
