import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { Select } from '../../../ui/select.tsx'

export const sceneTitles: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'credentials.verification',
  [MessageScene.Notification]: 'credentials.notification',
  [MessageScene.Marketing]: 'credentials.marketing',
}

interface SceneChoiceProps {
  value: MessageScene
  onChange: (scene: MessageScene) => void
}

/** The scene of free text that names none. */
export function SceneChoice({ value, onChange }: SceneChoiceProps) {
  const t = useText()
  const scenes = Object.values(MessageScene)
  return (
    <Select
      label={t('credentials.scene')}
      hint={t('credentials.sceneHint')}
      options={scenes.map((scene) => ({ value: String(scene), title: t(sceneTitles[scene]) }))}
      value={String(value)}
      onChange={(chosen) => onChange(scenes.find((scene) => String(scene) === chosen) ?? value)}
    />
  )
}
