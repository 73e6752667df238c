import type { SupportContact } from '@hongyan/contract/endpoints/support/channels'
import { lazy, Suspense } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { buttonLooks } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { channelTitles } from './looks.ts'

const QrCode = lazy(() => import('../../../../ui/qr-code.tsx'))

/** Links with a page behind them open beside the console. */
export const linkTarget = (link: string) =>
  link.startsWith('https:') ? ({ target: '_blank', rel: 'noreferrer' } as const) : {}

/** A WeChat ID has no link of its own: people search for it in WeChat. */
const isCodeless = ({ link }: SupportContact): boolean => link === 'weixin://'

interface ChannelDialogProps {
  contact: SupportContact
  onClose: () => void
}

/** One channel of support: its QR code for a phone, its address, and its link. */
export function ChannelDialog({ contact, onClose }: ChannelDialogProps) {
  const t = useText()
  const { channel, address, link } = contact
  const name = t(channelTitles[channel])
  return (
    <Dialog title={name} open onClose={onClose}>
      <DialogBody className="justify-items-center text-center">
        {isCodeless(contact) ? (
          <p>{t('channels.searchId')}</p>
        ) : (
          <>
            <div className="grid w-full max-w-60 place-items-center overflow-clip rounded-lg border border-line bg-white">
              <Suspense>
                <QrCode value={link} title={t('channels.codeOf', { name })} level="L" />
              </Suspense>
            </div>
            <p>{t('channels.scan', { name })}</p>
          </>
        )}
        <p className="flex max-w-full items-center gap-1 text-sm text-ink-2">
          <span className="min-w-0 font-mono text-xs wrap-anywhere">{address}</span>
          <CopyButton text={address} what={name} />
        </p>
      </DialogBody>
      <DialogFoot>
        <a href={link} {...linkTarget(link)} className={buttonLooks('primary')}>
          {t('channels.openIn', { name })}
        </a>
      </DialogFoot>
    </Dialog>
  )
}
