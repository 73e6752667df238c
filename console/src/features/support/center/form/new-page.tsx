import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { TicketForm } from './ticket-form.tsx'
import { useTopic } from './use-topic.ts'

/** The form of a ticket, with the record and the error that a link named. */
export function NewTicketPage() {
  const t = useText()
  const topic = useTopic()
  const isAppeal = topic.category === 'appeal'
  return (
    <>
      <PageHeader
        title={t(isAppeal ? 'center.appealTitle' : 'center.newTitle')}
        description={t(isAppeal ? 'center.appealText' : 'center.newText')}
        crumbs={[{ title: t('center.title'), path: paths.support }]}
      />
      <TicketForm topic={topic} />
    </>
  )
}
