import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/text.ts'
import { cx } from '../../ui/cx.ts'
import { Moment } from '../../ui/moment.tsx'
import { useExists } from '../use-nav.ts'
import { markRead } from './notices.ts'
import { targetOf } from './target.ts'
import { noticeTexts } from './notice-texts.ts'

const rowClasses = 'block w-full min-w-0 py-3 pr-1 pl-4 text-left outline-none'
const hoverClasses = 'hover:bg-fill focus:bg-fill'

function NoticeText({ notice }: { notice: Notice }) {
  const t = useText()
  const { title, text } = noticeTexts(notice)
  return (
    <span className="flex gap-2.5">
      <span className="mt-1.5 size-2 shrink-0">
        {!notice.read && (
          <span className="block size-2 rounded-full bg-ink">
            <span className="sr-only">{t('notices.unread')}</span>
          </span>
        )}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className={cx('text-sm', notice.read ? 'text-ink-2' : 'font-medium')}>{title}</span>
          <span className="text-xs text-ink-3">
            <Moment at={notice.at} />
          </span>
        </span>
        <span className="text-xs text-pretty wrap-anywhere text-ink-2">{text}</span>
      </span>
    </span>
  )
}

/**
 * One notice, as a link to its page. Where the page does not exist yet, an unread notice is a button instead. Either
 * marks it as read.
 */
export function NoticeRow({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { to, params, search } = targetOf(notice)
  const markAsRead = () => void (notice.read || markRead(notice.id))
  const text = <NoticeText notice={notice} />
  if (useExists()(to)) {
    const follow = () => {
      markAsRead()
      onClose()
    }
    return (
      <Link
        to={to}
        {...(params && { params })}
        {...(search && { search })}
        onClick={follow}
        className={cx(rowClasses, hoverClasses)}
      >
        {text}
      </Link>
    )
  }
  if (notice.read) return <div className={rowClasses}>{text}</div>
  return (
    <button type="button" onClick={markAsRead} className={cx(rowClasses, hoverClasses)}>
      {text}
    </button>
  )
}
