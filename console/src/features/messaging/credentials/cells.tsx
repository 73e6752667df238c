import type { Credential, CredentialUse } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks, type ButtonTone } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { MaskedSecret } from '../../../ui/masked-secret.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RecordMenu } from '../../../ui/record-menu.tsx'
import { useStanding } from '../../../ui/standing.ts'
import { Status } from '../../../ui/status.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Explain } from '../../../ui/tooltip.tsx'
import { modeLabels } from './modes.ts'
import { reloadCredentials } from './queries.ts'

/** Every existing credential is enabled. */
export function EnabledStatus() {
  const t = useText()
  return <Status tone="ok">{t('credentials.enabled')}</Status>
}

/** Ordinary credentials have no tag (specification section 6). */
export function TypeTag({ type }: { type: CredentialType }) {
  const t = useText()
  if (type === CredentialType.Smpp) return <Tag>{t('credentials.smppTag')}</Tag>
  return type === CredentialType.Admin ? <Tag>{t('credentials.adminTag')}</Tag> : null
}

/** The key leads to the page of its credential. */
export function KeyCell({ id, value, children }: Pick<Credential, 'id'> & { value: string; children?: ReactNode }) {
  const t = useText()
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1">
        <Link to={paths.credentials} search={{ open: id }} className="font-mono text-xs break-all hover:text-link">
          {value}
        </Link>
        <CopyButton text={value} what={`${t('credentials.key')} ${value}`} />
      </span>
      {children}
    </span>
  )
}

/** As wide as the secret in two lines, so that revealing it does not shift the page. */
export function SecretCell({ value, of }: { value: string; of: string }) {
  const t = useText()
  return (
    <span className="inline-block w-50">
      <MaskedSecret value={value} what={t('credentials.secretOf', { key: of })} />
    </span>
  )
}

/** Simple mode leads to what protects the key, since whoever has the key can send. */
export function ModeCell({ credential: { id, key, mode } }: { credential: Credential }) {
  const t = useText()
  const title = t(modeLabels[mode].title)
  return (
    <span className="inline-grid justify-items-start whitespace-nowrap">
      <span className="inline-flex items-center gap-1">
        {title}
        <Explain what={title} text={t(modeLabels[mode].explained)} />
      </span>
      {mode === AuthMode.Simple && (
        <Link
          to={paths.credentials}
          search={{ open: id }}
          aria-label={t('credentials.protectsOf', { key })}
          className="-mt-0.5 text-xs/4 text-link"
        >
          {t('credentials.protects')}
        </Link>
      )}
    </span>
  )
}

/** The time and the IP address of the last request with this credential. */
export function LastUsed({ use }: { use: CredentialUse }) {
  const t = useText()
  if (use.last_at === null) return <span className="text-ink-3">{t('credentials.neverUsed')}</span>
  return (
    <span className="whitespace-nowrap text-ink-2 tabular-nums">
      <Moment at={use.last_at} />
      {use.last_address !== null && `, ${use.last_address}`}
    </span>
  )
}

/** Opens the edit dialog under its own address, with current counts of unsigned requests. */
export function EditLink({ credential, look }: { credential: Credential; look?: ButtonTone }) {
  const t = useText()
  const label = t('credentials.editWhich', { key: credential.key })
  if (useStanding() !== null) {
    return (
      <Button tone={look ?? 'ghost'} size={look ? 'medium' : 'row'} unlessSuspended aria-label={label}>
        {t('credentials.edit')}
      </Button>
    )
  }
  return (
    <Link
      from={paths.credentials}
      to={paths.credentials}
      search={(now) => ({ ...now, edit: credential.id })}
      resetScroll={false}
      data-opener
      aria-label={label}
      onClick={() => void reloadCredentials()}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      className={look ? buttonLooks(look) : buttonLooks('ghost', 'row')}
    >
      {t('credentials.edit')}
    </Link>
  )
}

/** The actions at the end of a row. */
export function RowActs({ credential }: { credential: Credential }) {
  const { id, key } = credential
  return (
    <span className="inline-flex items-center gap-1">
      <EditLink credential={credential} />
      <RecordMenu kind="credential" id={id} name={key} />
    </span>
  )
}
