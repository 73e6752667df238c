import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import type { SignatureField } from '@hongyan/contract/vocabulary/signature'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useSignature } from '../queries.ts'
import { listSearch, NEW } from '../search.ts'
import { draftOf, emptyDraft } from './draft.ts'
import { SignatureForm } from './signature-form.tsx'

interface FormPageProps {
  /** `new`, or the id of the rejected sender that the form repairs. */
  form: string
  /** The sender that a new one begins as a copy of. */
  like: string | undefined
  /** The field that the form opens at. */
  at: SignatureField | undefined
}

/** The form with the sender that it repairs or copies. */
function Loaded({
  id,
  at,
  onClose,
  isRepair,
}: {
  id: string
  at: FormPageProps['at']
  onClose: (open?: string) => void
  isRepair: boolean
}) {
  const t = useText()
  const { detail, error, retry } = useSignature(id)
  if (detail === null) {
    return (
      <Card>
        <EmptyState title={t('signatures.gone')} text={t('signatures.goneText')} />
      </Card>
    )
  }
  if (detail === undefined) {
    return error ? (
      <Card>
        <ErrorPanel title={t('signatures.oneFailed')} error={error} onRetry={retry} />
      </Card>
    ) : (
      <Skeleton label={t('ui.loading')} />
    )
  }
  return <Filled key={detail.id} detail={detail} at={at} onClose={onClose} isRepair={isRepair} />
}

function Filled({
  detail,
  at,
  onClose,
  isRepair,
}: {
  detail: SignatureDetail
  at: FormPageProps['at']
  onClose: (open?: string) => void
  isRepair: boolean
}) {
  return (
    <SignatureForm
      beginning={draftOf(detail, isRepair)}
      repaired={isRepair ? detail : null}
      at={at}
      onClose={onClose}
    />
  )
}

/** The page of a new sender, or of the repair of a rejected one. */
export default function FormPage({ form, like, at }: FormPageProps) {
  const t = useText()
  const { partition } = useAccount()
  const navigate = useNavigate({ from: paths.signatures })
  const close = (open?: string) =>
    void navigate({ search: (now) => ({ ...listSearch(now), ...(open !== undefined && { open }) }) })
  const isRepair = form !== NEW
  const id = isRepair ? form : like
  return (
    <>
      <PageHeader
        title={t(isRepair ? 'signatures.correctTitle' : 'signatures.createTitle')}
        description={t('signatures.formText')}
        crumbs={[{ title: t('shell.messaging') }, { title: t('signatures.title'), path: paths.signatures }]}
      />
      {id === undefined ? (
        <SignatureForm beginning={emptyDraft(partition)} repaired={null} at={at} onClose={close} />
      ) : (
        <Loaded id={id} at={at} onClose={close} isRepair={isRepair} />
      )}
    </>
  )
}
