import type { TicketId } from '@hongyan/contract/ids'
import { appealAnswers } from '@hongyan/contract/vocabulary/support'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Note } from '../../../../ui/note.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { answerLooks } from '../labels.ts'
import type { Typed } from './draft.ts'
import { FactList } from './fact-list.tsx'

/** Leads to the appeal that is in review already: an account has one at a time. */
export function OpenAppealNote({ id }: { id: TicketId }) {
  const t = useText()
  return (
    <Note tone="warn" announced>
      {t('center.hasAppeal')}{' '}
      <Link to={paths.supportTicket} params={{ id }} className="text-link">
        {t('center.toAppeal')}
      </Link>
    </Note>
  )
}

/** The facts that the console knows before an appeal is sent. The ticket shows all of them. */
function Facts() {
  const { realname_auth: isVerified } = useAccount()
  const { data } = useQuery({
    queryKey: [api.security.get.address],
    queryFn: ({ signal }) => api.security.get({}, signal),
  })
  const hasFactor = data && (data.totp_since !== null || data.passkeys.length > 0)
  return (
    <FactList
      facts={[
        ['verified', isVerified],
        ['second_factor', hasFactor],
        ['password_changed', undefined],
        ['keys_renewed', undefined],
      ]}
    />
  )
}

interface AppealFieldsProps {
  typed: Typed
  onType: (field: keyof Typed, text: string) => void
}

/** The checklist of an appeal: three questions, and what secures the account. */
export function AppealFields({ typed, onType }: AppealFieldsProps) {
  const t = useText()
  return (
    <>
      {appealAnswers.map((answer) => {
        const { title, hint } = answerLooks[answer]
        const name = `answers.${answer}` as const
        return (
          <TextArea
            key={answer}
            name={name}
            label={t(title)}
            hint={t(hint)}
            rows={3}
            value={typed[name]}
            onChange={({ target }) => onType(name, target.value)}
          />
        )
      })}
      <Facts />
    </>
  )
}
