import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountName, useAccount } from '../../api/account.ts'
import { currentLocale, formatDate, useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { greetingAt } from './greeting.ts'

/** The viewer's time zone in the current language, such as UTC or GMT+8. */
const zoneOf = (now: Date): string =>
  new Intl.DateTimeFormat(currentLocale(), { timeZoneName: 'short' })
    .formatToParts(now)
    .find((part) => part.type === 'timeZoneName')?.value ?? ''

/** Marks the figures as made up, beside the date or below it on a phone. */
function DemoMark({ after }: { after: ReactNode }) {
  const t = useText()
  return (
    <>
      {after}
      <span className="max-sm:hidden"> · </span>
      <span className="max-sm:block">{t('home.demo')}</span>
    </>
  )
}

/** Greets the user by the viewer's clock and time zone (ruling 30), or welcomes them on the first run. */
export function GreetingHeader({ firstRun }: { firstRun: boolean }) {
  const t = useText()
  const account = useAccount()
  const now = useMinute()
  const written = t('home.now', {
    weekday: formatDate(now, { weekday: 'long' }),
    date: formatDate(now, { day: 'numeric', month: 'long' }),
    time: formatDate(now, { hour: '2-digit', minute: '2-digit' }),
    zone: zoneOf(now),
  })
  const line = (
    <>
      {firstRun ? t('home.firstRun') : written}
      {' · '}
      <Link to={paths.settings} className="text-link">
        {t('shell.settings')}
      </Link>
    </>
  )
  return (
    <PageHeader
      title={t(firstRun ? 'home.welcome' : greetingAt(now.getHours()), { name: accountName(account) })}
      tab={t('home.title')}
      description={account.demo && !firstRun ? <DemoMark after={line} /> : line}
    />
  )
}
