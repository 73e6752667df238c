import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { Bell, Code, CopyPlus, Eye, GitCompare, Hash, Pencil, Send, Trash2, Undo2 } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import type { MenuItem } from '../../../ui/menu-items.ts'
import { copyText, recordItems } from '../../../ui/record-items.ts'
import { isRejected, isWaiting } from '../../../ui/review/review-status.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { useActs } from './acts.ts'
import { keepTemplate } from './queries.ts'

async function urge({ id }: Template): Promise<void> {
  await keepTemplate(await api.templates.urge({ params: { id } }))
  toast('ok', textNow('templates.urged'))
}

/** A template can be sent as a test once the automatic check has passed it. */
export const isSendable = ({ status }: Pick<Template, 'status'>): boolean =>
  status === ReviewStatus.Approved || status === ReviewStatus.PreApproved

const canUrge = ({ urge_at: from }: Template, now: Date): boolean => from !== null && new Date(from) <= now

/** Every action on a template, in groups: to read it, to change it, to delete it. */
export function RowMenu({ template }: { template: Template }) {
  const t = useText()
  const acts = useActs()
  const now = useMinute()
  const { id, name, code, status, version } = template
  const waits = isWaiting(status)
  const item = (shown: boolean, each: MenuItem): readonly MenuItem[] => (shown ? [each] : [])
  const groups = [
    {
      items: [
        { id: 'view', title: t('templates.view'), icon: Eye, act: () => acts.view(template) },
        ...item(!waits, {
          id: 'edit',
          title: t(isRejected(status) ? 'templates.correct' : 'templates.edit'),
          icon: Pencil,
          unlessSuspended: true,
          act: () => acts.edit(template),
        }),
        ...item(isSendable(template), {
          id: 'test',
          title: t('templates.test'),
          icon: Send,
          unlessSuspended: true,
          act: () => acts.show('test', template),
        }),
        ...item(canUrge(template, now), {
          id: 'urge',
          title: t('templates.urge'),
          icon: Bell,
          act: () => void urge(template).catch(showError),
        }),
        ...item(waits, {
          id: 'withdraw',
          title: t('templates.withdraw'),
          icon: Undo2,
          act: () => acts.show('withdraw', template),
        }),
      ],
    },
    {
      items: [
        { id: 'snippet', title: t('templates.snippet'), icon: Code, act: () => acts.show('snippet', template) },
        {
          id: 'duplicate',
          title: t('templates.duplicate'),
          icon: CopyPlus,
          unlessSuspended: true,
          act: () => acts.duplicate(template),
        },
        ...item(version > 1, {
          id: 'compare',
          title: t('templates.compare'),
          icon: GitCompare,
          act: () => acts.show('compare', template),
        }),
        ...item(code !== null, {
          id: 'copy-code',
          title: t('templates.copyCode'),
          icon: Hash,
          act: () => copyText(code ?? ''),
        }),
        ...recordItems({ kind: 'template', id }),
      ],
    },
    {
      items: [{ id: 'remove', title: t('templates.remove'), icon: Trash2, act: () => acts.show('remove', template) }],
    },
  ]
  return <ActionsButton label={t('templates.actionsOf', { name })} groups={groups} />
}
