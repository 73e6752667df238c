import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Note } from '../../../ui/note.tsx'

/** Stands where the link comes, whichever place a language gives it. */
const LINK = '\u0001'

/** Leads to the other tab. */
export function AutoRechargeNote() {
  const t = useText()
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
