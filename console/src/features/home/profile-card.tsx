import { avatar } from '@hongyan/contract/limits/screens'
import type { Account } from '@hongyan/contract/endpoints/account/account'
import { Link } from '@tanstack/react-router'
import { accountName, useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Tag } from '../../ui/tag.tsx'

/**
 * True for a list of signatures or templates, or any other positive value (specification section 3, "User account").
 */
const isWildcard = ({ sms_wildcard: wildcard }: Account['config']): boolean =>
  Array.isArray(wildcard) ? wildcard.length > 0 : wildcard

function Tags({ config, realname_auth: verified }: Account) {
  const t = useText()
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isWildcard(config) && <Tag>{t('home.wildcard')}</Tag>}
      {config.sms_smpp && <Tag>{t('home.smpp')}</Tag>}
      <Link to={paths.verification}>
        <Tag tone={verified ? 'ok' : 'warn'}>{t(verified ? 'home.verified' : 'home.notVerified')}</Tag>
      </Link>
    </div>
  )
}

/** The account's name, id and verification. */
export function ProfileCard() {
  const t = useText()
  const account = useAccount()
  const name = accountName(account)
  const realName = account.realname_info.name
  return (
    <Card className="flex items-center gap-4 sm:gap-6 md:max-[1239px]:col-span-2">
      <Avatar seed={account.id} url={account.avatar_url} size={avatar.size} className="max-sm:size-20! *:size-full" />
      <div className="min-w-0 wrap-anywhere">
        <p className="text-md font-semibold">{name}</p>
        {realName !== '' && realName !== name && <p className="text-ink-2">{realName}</p>}
        <div className="text-ink-2">
          <CopyableId value={account.suid} what={t('home.accountId')} />
        </div>
        <Tags {...account} />
      </div>
    </Card>
  )
}
