import { zoneName } from '@hongyan/contract/zone'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../../../../api/account.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { currentLocale, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { CopyableId } from '../../../../ui/copy.tsx'

function DetailRow({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 py-2">
      <dt className="shrink-0 text-ink-3">{t(title)}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  )
}

const Missing = () => <span className="text-ink-3">{useText()('profile.notSet')}</span>

/** Values that are fixed or changed elsewhere. Owner is the only role there is (specification section 6). */
export function AccountDetails() {
  const t = useText()
  const { suid, email, shieldPhone, time_zone: zone, partition } = useAccount()
  return (
    <aside aria-labelledby="facts">
      <h2 id="facts" className="mb-2 pt-1 font-semibold">
        {t('profile.account')}
      </h2>
      <dl className="divide-y divide-line border-t border-b border-line text-sm">
        <DetailRow title="profile.id">
          <CopyableId value={suid} what={t('profile.id')} />
        </DetailRow>
        <DetailRow title="profile.role">{t('profile.administrator')}</DetailRow>
        <DetailRow title="profile.email">{email ?? <Missing />}</DetailRow>
        <DetailRow title="profile.phone">{shieldPhone ?? <Missing />}</DetailRow>
        <DetailRow title="profile.region">{t(partition === 'cn' ? 'profile.regionCn' : 'profile.regionUs')}</DetailRow>
        <DetailRow title="profile.zone">{zoneName(zone, currentLocale())}</DetailRow>
      </dl>
      <p className="mt-3 text-xs text-ink-3">
        {t('profile.fixed')}{' '}
        <Link
          from={paths.settings}
          to={paths.settings}
          search={{ tab: 'security' }}
          resetScroll={false}
          className="text-link"
        >
          {t('profile.toSecurity')}
        </Link>
      </p>
    </aside>
  )
}
