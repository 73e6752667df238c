import { addressOf } from '@hongyan/contract/ip/address'
import { coversAddress, isPublicNetwork, readNetwork } from '@hongyan/contract/ip/network'
import type { IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { CopyableId } from '../../../ui/copy.tsx'

/** True where an allow-list lacks an address that may stand in it. */
function mayAdd({ mode, strict, entries }: IpRestriction, address: string): boolean {
  if (mode === 'deny') return false
  const caller = addressOf(address)
  const own = readNetwork(address)
  if (caller === null || !own.ok || (strict && !isPublicNetwork(own.network))) return false
  return !entries.some(({ cidr }) => {
    const read = readNetwork(cidr)
    return read.ok && coversAddress(read.network, caller.family, caller.words)
  })
}

/** Shows the address of this browser, with a way to add it. */
export function OwnAddress({ rules }: { rules: IpRestriction }) {
  const t = useText()
  const { own_address: own } = rules
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="text-ink-3">{t('ip-restriction.ownAddress')}</span>
      <CopyableId value={own} what={t('ip-restriction.ownAddress')} />
      {mayAdd(rules, own) && (
        <Link
          to={paths.ipRestriction}
          search={{ form: 'add', ips: own }}
          resetScroll={false}
          className={buttonLooks('ghost', 'row')}
        >
          {t('ip-restriction.addOwn')}
        </Link>
      )}
    </div>
  )
}
