import { mainlandCounting, partsRange, standardCounting } from '@hongyan/contract/senders/parts'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import { count, type PartCount, partSize, split } from '@hongyan/contract/sms/segments'
import { type UnicodeCharacter, unicodeCharacters } from '@hongyan/contract/sms/plain-characters'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { Sender } from '../queries.ts'
import { withSamples } from './variables.ts'

/** The message that a form makes of its samples, as its recipient sees it and as carriers count it. */
export interface Composed {
  /** The name of the sender; null where every sender may carry it. */
  readonly sender: string | null
  readonly text: string
  /** The text, cut where the parts end. */
  readonly pieces: readonly { readonly piece: string; readonly part: number; readonly units: number }[]
  readonly counted: PartCount
  /** Units that fit each part. */
  readonly size: number
  /** The parts of the shortest and the longest message. */
  readonly range: { readonly min: number; readonly max: number }
  /** The characters of the content that force Unicode; none where every text is Unicode. */
  readonly forcing: readonly UnicodeCharacter[]
  /** True where a sample forces Unicode on a content that would not. */
  readonly sampleForces: boolean
  /** The content with plain characters, and how it would be counted; null where every character is plain. */
  readonly plain: { readonly content: string; readonly counted: PartCount } | null
}

interface Surroundings {
  readonly partition: Partition
  readonly sender: Sender | undefined
  readonly senders: readonly Sender[]
  /** Stands for the name of a sender that the account does not have yet. */
  readonly placeholder: string
  /** The opt-out line of the scene in mainland China. */
  readonly optOut: string
}

function plainOf(content: string, forcing: readonly UnicodeCharacter[]): string {
  return forcing.reduce(
    (text, { character, replacement }) => (replacement === null ? text : text.replaceAll(character, () => replacement)),
    content,
  )
}

export function composedOf(
  { content, variables, scene }: TemplateForm,
  { partition, sender, senders, placeholder, optOut }: Surroundings,
): Composed {
  const isMainland = partition === Partition.Cn
  // A message that names no sender goes out under the default one, or not at all.
  const own = senders.find((each) => each.is_default && each.scenes.includes(scene))
  const mainlandName = sender?.name ?? own?.name ?? placeholder
  const countingUnder = (name: string) => (isMainland ? mainlandCounting(name, optOut) : standardCounting([]))
  const counting = countingUnder(mainlandName)
  const { rule } = counting
  const text = counting.framed(withSamples(content, variables))
  const counted = count(text, rule)
  const forcing = isMainland ? [] : unicodeCharacters(content)
  const plain = plainOf(content, forcing)
  return {
    sender: sender?.name ?? (isMainland ? mainlandName : null),
    text,
    pieces: split(text, rule).map((piece, index) => ({ piece, part: index + 1, units: counted.partUnits[index] ?? 0 })),
    counted,
    size: partSize(counted.encoding, counted.parts, rule),
    range: partsRange(content, variables, countingUnder, sender?.name),
    forcing,
    sampleForces: !isMainland && forcing.length === 0 && counted.encoding === 'UCS-2',
    plain: plain === content ? null : { content: plain, counted: count(withSamples(plain, variables), rule) },
  }
}
