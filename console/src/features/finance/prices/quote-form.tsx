import type { PriceQuote } from '@hongyan/contract/endpoints/finance/prices'
import { sendApi } from '@hongyan/contract/limits/messaging'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { Form, SubmitButton, type FormValues } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { readRecipients } from './recipients.ts'
import { scenes } from './scenes.ts'

const MOST = { most: sendApi.recipients }

function useCheck() {
  const t = useText()
  return ({ to = '', text = '' }: FormValues) => {
    const numbers = readRecipients(to).length
    return {
      ...(numbers === 0 && { to: t('prices.toMissing') }),
      ...(numbers > sendApi.recipients && { to: t('prices.toMany', MOST) }),
      ...(text.trim() === '' && { text: t('prices.textMissing') }),
    }
  }
}

interface QuoteFormProps {
  onQuote: (quote: PriceQuote) => void
  onFailed: (error: unknown) => void
  /** Runs on every change, when the last quote no longer matches the form. */
  onChange: () => void
}

export function QuoteForm({ onQuote, onFailed, onChange }: QuoteFormProps) {
  const t = useText()
  const check = useCheck()
  const [scene, setScene] = useState<MessageScene>(MessageScene.Notification)
  const changes = useRef(0)

  function change() {
    changes.current += 1
    onChange()
  }
  /** Drops a reply to an older version of the form. */
  async function submit({ to = '', text = '' }: FormValues) {
    const changesBefore = changes.current
    const quote = await api.prices.quote({ body: { to: [...readRecipients(to)], text, scene } })
    if (changes.current === changesBefore) onQuote(quote)
  }
  function choose(chosen: string) {
    const known = scenes.find((each) => String(each.scene) === chosen)
    if (known) setScene(known.scene)
    change()
  }

  return (
    <Form check={check} submit={submit} onError={onFailed} className="grid gap-4">
      <TextArea name="to" label={t('prices.to')} hint={t('prices.toHint', MOST)} rows={2} onChange={change} />
      <Select
        label={t('prices.scene')}
        options={scenes.map((each) => ({ value: String(each.scene), title: t(each.title) }))}
        value={String(scene)}
        onChange={choose}
      />
      <TextArea name="text" label={t('prices.text')} rows={4} maxLength={sendApi.textMax} onChange={change} />
      <SubmitButton busyLabel={t('prices.calculating')}>{t('prices.calculate')}</SubmitButton>
    </Form>
  )
}
