import type { MessageDetail } from '@hongyan/contract/endpoints/messaging/messages'
import { unicodeCharacters } from '@hongyan/contract/sms/plain-characters'
import { type CountRule, count, partSize } from '@hongyan/contract/sms/segments'
import { useText } from '../../../i18n/text.ts'
import { ForcingCharacter, PartBar } from '../../../ui/part-bar.tsx'

/** Of a text in another script the characters are not named: it is Unicode throughout. */
const NAMED = 4

/** The characters that made an otherwise plain text Unicode. */
function Forcing({ text }: { text: string }) {
  const t = useText()
  const forcing = unicodeCharacters(text)
  if (forcing.length === 0 || forcing.length > NAMED) return null
  return (
    <p className="text-xs leading-5 text-ink-2">
      {t('logs.forcedBy')}{' '}
      {forcing.map(({ character }) => (
        <ForcingCharacter key={character} character={character} />
      ))}
    </p>
  )
}

/** The text that operators put around the message. */
function AddedText({ added }: { added: MessageDetail['operator_text'] }) {
  const t = useText()
  const text =
    added === null
      ? ''
      : [added.before, added.after]
          .map((one) => one.trim())
          .join(' ')
          .trim()
  return text === '' ? null : <p className="text-xs leading-5 text-ink-2">{t('logs.operatorText', { text })}</p>
}

/** Shows the parts of a kept text; nothing where the rules of today would count it otherwise. */
export function Ruler({ message, text }: { message: MessageDetail; text: string }) {
  const t = useText()
  const { country, parts, unicode, operator_text: added } = message
  const rule: CountRule = country === 'CN' ? 'china' : 'standard'
  const counted = count(added === null ? text : added.before + text + added.after, rule)
  if (counted.parts !== parts || (counted.encoding === 'UCS-2') !== unicode) return null
  return (
    <>
      <PartBar
        units={counted.partUnits}
        size={partSize(counted.encoding, parts, rule)}
        partTitle={(part) => t('logs.part', { part })}
        roomTitle={(units) => t('logs.room', { units })}
      />
      {rule === 'standard' && unicode && <Forcing text={text} />}
      <AddedText added={added} />
    </>
  )
}
