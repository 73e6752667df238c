import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { CopyableId } from '../../../ui/copy.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EditLink, EnabledStatus, TypeTag } from './cells.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { CredentialFilter } from './filter.ts'
import { ProtectionCard } from './protection-card.tsx'
import { useOneCredential } from './queries.ts'
import { RefusedRequests } from './refused-requests.tsx'
import { sceneTitles } from './scene-choice.tsx'

interface ShownProps {
  credential: Credential
  code: string | undefined
}

function Shown({ credential, code }: ShownProps) {
  const t = useText()
  return (
    <>
      <PageHeader
        title={t('credentials.one')}
        crumbs={[{ title: t('credentials.title'), path: paths.credentials }]}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CopyableId value={credential.key} what={t('credentials.key')} />
            <EnabledStatus />
            <TypeTag type={credential.type} />
            <span>{t('credentials.sceneIs', { scene: t(sceneTitles[credential.scene]) })}</span>
          </span>
        }
        action={<EditLink credential={credential} look="secondary" />}
      />
      <ProtectionCard credential={credential} />
      <RefusedRequests id={credential.id} code={code} />
    </>
  )
}

/** Replaces the page of a credential that is not loaded, or that the account does not have. */
function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText()
  return (
    <>
      <PageHeader title={t('credentials.one')} crumbs={[{ title: t('credentials.title'), path: paths.credentials }]} />
      <Card>
        {error ? (
          <ErrorPanel title={t('credentials.oneFailed')} error={error} onRetry={retry} />
        ) : (
          <EmptyState title={t('credentials.goneTitle')} text={t('credentials.goneText')} />
        )}
      </Card>
    </>
  )
}

/** Shows one credential: what protects it, and its refused requests. */
export default function CredentialPage({ filter, id }: { filter: CredentialFilter; id: string }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.credentials })
  const { credential, error, retry } = useOneCredential(id)
  if (credential === undefined && !error) return <Skeleton label={t('ui.loading')} />
  if (!credential) return <Missing error={error} retry={retry} />
  const closeEdit = () =>
    void navigate({ search: withPart(filter, 'edit', undefined), replace: true, resetScroll: false })
  return (
    <>
      <Shown credential={credential} code={filter.code} />
      {filter.edit === credential.id && <EditDialog credential={credential} onClose={closeEdit} />}
    </>
  )
}
