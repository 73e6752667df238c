import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { listReasons, type ListReason } from '@hongyan/contract/vocabulary/recipient-list'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { CheckGroup } from '../check-group.tsx'
import { RadioCards } from '../choice.tsx'
import { TextField } from '../field.tsx'
import { type ListChoice, reasonTitles, sceneTitles } from './choice.ts'

const scenes = Object.values(MessageScene)
const reasonTexts: Readonly<Record<ListReason, TextId>> = {
  block: 'recipient-list.blockText',
  opt_out: 'recipient-list.optOutText',
}

interface ChoiceFieldsProps {
  choice: ListChoice
  onChange: (choice: ListChoice) => void
}

interface SceneFieldsProps {
  chosen: readonly MessageScene[]
  onChange: (chosen: readonly MessageScene[]) => void
}

/** The scenes of an opt-out. */
export function SceneFields({ chosen, onChange }: SceneFieldsProps) {
  const t = useText()
  return (
    <CheckGroup
      name="scenes"
      legend={t('recipient-list.scenes')}
      values={scenes}
      title={(scene) => t(sceneTitles[scene])}
      chosen={chosen}
      onChange={onChange}
    >
      <p className="text-xs text-ink-3">{t('recipient-list.scenesHint')}</p>
    </CheckGroup>
  )
}

export function NoteField({ initial = '' }: { initial?: string }) {
  const t = useText()
  return (
    <TextField
      name="note"
      label={t('recipient-list.note')}
      hint={t('recipient-list.noteHint')}
      defaultValue={initial}
      autoComplete="off"
    />
  )
}

/** Reason, scenes and note of new entries. */
export function ChoiceFields({ choice, onChange }: ChoiceFieldsProps) {
  const t = useText()
  return (
    <>
      <RadioCards
        legend={t('recipient-list.reason')}
        name="reason"
        choices={listReasons.map((value) => ({ value, title: t(reasonTitles[value]), text: t(reasonTexts[value]) }))}
        value={choice.reason}
        onChange={(value) =>
          onChange({ ...choice, reason: listReasons.find((each) => each === value) ?? choice.reason })
        }
      />
      {choice.reason === 'opt_out' && (
        <SceneFields chosen={choice.scenes} onChange={(chosen) => onChange({ ...choice, scenes: chosen })} />
      )}
      <NoteField />
    </>
  )
}
