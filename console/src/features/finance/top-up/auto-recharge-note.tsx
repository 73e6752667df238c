import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Note } from '../../../ui/note.tsx'

/** Marks the place of the link, which each language puts elsewhere. */
const LINK = '\u0001'

/** Links to the auto-recharge tab. */
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
