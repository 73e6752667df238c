import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Note } from '../../../ui/note.tsx'
import { settingsQuery } from './auto-recharge/queries.ts'

/** Marks the place of the link, which each language puts elsewhere. */
const LINK = '\u0001'

/** Links to the auto-recharge tab, unless auto-recharge is on. */
export function AutoRechargeNote() {
  const t = useText()
  const { data } = useQuery(settingsQuery)
  if (data?.acct_auto_recharge.enable === true) return null
  const [before = '', after = ''] = t('top-up.oftenLow', { set: LINK }).split(LINK)
  return (
    <Note>
      {before}
      <Link to={paths.topUp} search={{ tab: 'auto' }} resetScroll={false} className="text-link">
        {t('top-up.setAutoRecharge')}
      </Link>
      {after}
    </Note>
  )
}
