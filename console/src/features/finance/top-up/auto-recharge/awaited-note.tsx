import { useText } from '../../../../i18n/text.ts'
import { WaitingNote } from '../../../../ui/waiting-note.tsx'
import { cardName } from './card-name.ts'
import type { AwaitedCard } from './use-authentication.ts'

/** A card that waits for its holder's authentication, with a link to the bank. */
export function AwaitedNote({ awaited: { card, address } }: { awaited: AwaitedCard }) {
  const t = useText()
  return (
    <WaitingNote
      title={t('auto-recharge.waiting', { card: cardName(card) })}
      text={t('auto-recharge.waitingText')}
      address={address}
      openLabel={t('auto-recharge.openAgain')}
      className="mt-3"
    />
  )
}
