import type { SupportContact } from '@hongyan/contract/endpoints/support/channels'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { CopyButton } from '../../../../ui/copy.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useWide } from '../../../../ui/media.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ChannelDialog, linkTarget } from './channel-dialog.tsx'
import { channelIcons } from './icons.ts'
import { channelTitles, hoursSentence, replySentence } from './looks.ts'
import { useContacts } from './queries.ts'

interface ChannelItemProps {
  contact: SupportContact
  onCode: () => void
}

/** A channel. On a wide screen it shows its QR code in a dialog; on a phone the whole card is the link. */
function ChannelItem({ contact: { channel, address, link }, onCode }: ChannelItemProps) {
  const t = useText()
  const isWide = useWide()
  const name = t(channelTitles[channel])
  return (
    <li className="relative flex min-w-0 items-center gap-3 rounded-lg border border-line bg-raised p-4">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-fill text-ink-2">
        <Icon of={channelIcons[channel]} size={18} />
      </span>
      <div className="min-w-0 flex-1">
        {isWide ? (
          <p className="font-medium">{name}</p>
        ) : (
          <a href={link} {...linkTarget(link)} className="font-medium after:absolute after:inset-0">
            {name}
          </a>
        )}
        <p className="mt-0.5 truncate font-mono text-xs text-ink-3" title={address}>
          {address}
        </p>
      </div>
      <span className="relative flex shrink-0 items-center gap-1">
        <CopyButton text={address} what={name} />
        {isWide && <IconButton icon={QrCode} label={t('channels.codeOf', { name })} onClick={onCode} />}
      </span>
    </li>
  )
}

/** The dialog of the channel that the address names, as `/support/whatsapp` does, or that was chosen on the page. */
function useChosen(contacts: readonly SupportContact[]) {
  const navigate = useNavigate()
  const { channel: named } = useSearch({ strict: false })
  const [chosen, choose] = useState<SupportContact['channel'] | null>(null)
  const shown = contacts.find(({ channel }) => channel === (chosen ?? named)) ?? null
  const close = () => {
    choose(null)
    if (named !== undefined) void navigate({ to: paths.support, replace: true, resetScroll: false })
  }
  return { shown, choose, close }
}

/** The channels of support in the order for the reader's language, with its hours and its usual reply time. */
export function ChannelCards() {
  const t = useText()
  const { contacts, error, retry } = useContacts()
  const channels = contacts?.channels ?? []
  const { shown, choose, close } = useChosen(channels)
  if (error) {
    return (
      <Card>
        <ErrorPanel title={t('channels.failed')} error={error} onRetry={retry} />
      </Card>
    )
  }
  if (contacts === undefined) return <Skeleton label={t('ui.loading')} />
  if (channels.length === 0) return null
  const hours = hoursSentence(contacts.hours)
  const reply = replySentence(contacts.first_reply_s)
  return (
    <section aria-labelledby="support-channels">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="support-channels" className="text-md font-semibold">
          {t('channels.title')}
        </h2>
        <p className="text-sm text-ink-3">
          {t(hours.text, hours.values)} · {t(reply.text, reply.values)}
        </p>
      </div>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {channels.map((contact) => (
          <ChannelItem key={contact.channel} contact={contact} onCode={() => choose(contact.channel)} />
        ))}
      </ul>
      {shown && <ChannelDialog contact={shown} onClose={close} />}
    </section>
  )
}
