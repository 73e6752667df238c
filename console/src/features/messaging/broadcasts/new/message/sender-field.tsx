import { Partition } from '@hongyan/contract/vocabulary/account'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../../../api/account.ts'
import { useText } from '../../../../../i18n/text.ts'
import { paths } from '../../../../../lib/paths.ts'
import { Note } from '../../../../../ui/note.tsx'
import { Select } from '../../../../../ui/select.tsx'
import { useWizard } from '../wizard.ts'

const NONE = ''

/** The sender ID: the one that the template is bound to, or an approved one. */
export function SenderField() {
  const t = useText()
  const { partition } = useAccount()
  const { senders, sender, template, change } = useWizard()
  const isMainland = partition === Partition.Cn
  if (senders === undefined) return <p className="text-sm text-ink-3">{t('ui.loading')}</p>
  if (template !== null && template.signature !== null) {
    return (
      <dl className="grid gap-1 text-sm">
        <dt className="font-medium">{t('new.sender')}</dt>
        <dd className="text-ink-2">{t('new.senderBound', { name: template.signature.name })}</dd>
      </dl>
    )
  }
  const create = (
    <Link to={paths.signatures} search={{ form: 'new' }} className="text-link">
      {t('new.createSender')}
    </Link>
  )
  if (senders.length === 0) {
    return (
      <Note tone={isMainland ? 'warn' : 'info'}>
        {t(isMainland ? 'new.noSender' : 'new.sharedOnly')} {create}
      </Note>
    )
  }
  return (
    <Select
      label={t('new.sender')}
      options={[
        ...senders.map(({ id, name }) => ({ value: id as string, title: name })),
        ...(isMainland ? [] : [{ value: NONE, title: t('new.shared') }]),
      ]}
      value={sender?.id ?? NONE}
      onChange={(value) => change({ signature: senders.find(({ id }) => id === value)?.id ?? null })}
    />
  )
}
