import { type NoticeChannel, noticeChannels, type NoticeKind } from '@hongyan/contract/vocabulary/notice'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useAccount } from '../../../../api/account.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Checkbox } from '../../../../ui/choice.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Note } from '../../../../ui/note.tsx'
import { choose, isLast, kindsOf, type Kinds } from './preference-draft.ts'

interface KindsProps {
  kinds: Kinds
  channels: readonly NoticeChannel[]
  onChange: (kinds: Kinds) => void
}

const titles = { email: 'notifications.email', sms: 'notifications.sms' } as const
const missing = { email: 'notifications.noEmail', sms: 'notifications.noSms' } as const

/** A channel the account cannot use yet, with a link to set it up. */
function Missing({ channel }: { channel: NoticeChannel }) {
  const t = useText()
  return (
    <Note>
      {t(missing[channel])}{' '}
      <Link
        from={paths.settings}
        to={paths.settings}
        search={{ tab: 'security' }}
        resetScroll={false}
        className="text-link underline"
      >
        {t('notifications.setUp')}
      </Link>
    </Note>
  )
}

function ChannelSwitch({
  kind,
  channel,
  kinds,
  channels,
  onChange,
}: KindsProps & { kind: NoticeKind; channel: NoticeChannel }) {
  const t = useText()
  const last = isLast(kinds, kind, channel)
  const locked = last || !channels.includes(channel)
  const name = t('notifications.byWay', { what: t(`notifications.${kind}`), way: t(titles[channel]) })
  return (
    <td>
      <span
        title={last ? t('notifications.locked') : undefined}
        className={cx('grid place-items-center', locked && 'opacity-60')}
      >
        <Checkbox
          aria-label={name}
          aria-describedby={last ? 'locked' : undefined}
          checked={kinds[kind][channel]}
          disabled={locked}
          onChange={({ target }) => onChange(choose(kinds, kind, channel, target.checked))}
        >
          {null}
        </Checkbox>
      </span>
    </td>
  )
}

function Group({
  group,
  title,
  text,
  ...rest
}: KindsProps & { group: 'guard' | 'choice'; title: TextId; text?: TextId }) {
  const t = useText()
  const { credit_enabled: credit } = useAccount()
  return (
    <tbody>
      <tr className="border-t border-line">
        <th scope="rowgroup" colSpan={3} className="bg-well px-4 py-2 text-left sm:px-6">
          <span className="flex items-center gap-1.5 text-xs font-medium">
            {group === 'guard' && <Icon of={Lock} size={12} className="text-ink-3" />}
            {t(title)}
          </span>
          {text && <span className="block text-xs font-normal text-ink-3">{t(text)}</span>}
        </th>
      </tr>
      {kindsOf(group, credit).map((kind) => (
        <tr key={kind} className="h-11 border-t border-line">
          <th scope="row" className="px-4 py-2 text-left text-sm font-normal sm:px-6">
            {t(`notifications.${kind}`)}
          </th>
          {noticeChannels.map((channel) => (
            <ChannelSwitch key={channel} kind={kind} channel={channel} {...rest} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** The channels of each kind of notice. */
export function KindTable(props: KindsProps) {
  const t = useText()
  return (
    <>
      <div className="grid gap-3">
        <div>
          <h2 id="kinds" className="font-semibold">
            {t('notifications.kinds')}
          </h2>
          <p className="text-sm text-ink-3">{t('notifications.kindsText')}</p>
        </div>
        {noticeChannels
          .filter((channel) => !props.channels.includes(channel))
          .map((channel) => (
            <Missing key={channel} channel={channel} />
          ))}
        <p id="locked" hidden>
          {t('notifications.locked')}
        </p>
      </div>
      <div className="p-0!">
        <table aria-labelledby="kinds" className="w-full">
          <colgroup>
            <col />
            {noticeChannels.map((channel) => (
              <col key={channel} style={{ width: 72 }} />
            ))}
          </colgroup>
          <thead>
            <tr className="h-9 text-xs text-ink-3">
              <th scope="col" className="px-4 text-left font-medium sm:px-6">
                {t('notifications.what')}
              </th>
              {noticeChannels.map((channel) => (
                <th key={channel} scope="col" className="font-medium">
                  {t(titles[channel])}
                </th>
              ))}
            </tr>
          </thead>
          <Group {...props} group="guard" title="notifications.guards" text="notifications.guardsText" />
          <Group {...props} group="choice" title="notifications.choices" />
        </table>
      </div>
    </>
  )
}
