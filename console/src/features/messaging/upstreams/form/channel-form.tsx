import type { CredentialCheck, Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { ruleText } from '@hongyan/contract/rules'
import { providers } from '@hongyan/contract/upstreams/providers'
import type { ManagedProvider, UpstreamBehaviour } from '@hongyan/contract/vocabulary/upstream'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { currentLocale, useText } from '../../../../i18n/text.ts'
import { storedRecord } from '../../../../lib/stored-record.ts'
import { Button } from '../../../../ui/button.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { doneText } from '../../../../ui/record-texts.ts'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { isManaged, isOwn, useContractText, useProviderName } from '../labels.ts'
import { ProviderName } from '../provider-mark.tsx'
import { reloadChannels } from '../queries.ts'
import { CheckNote } from './check-note.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { areChanged, checkCredentials, FieldRefused } from './credential-check.ts'
import { CredentialFields } from './credential-fields.tsx'
import { brokenCredentials, brokenSettings, channelOf, credentialsOf, inputOf } from './draft.ts'
import { ProviderChoice } from './provider-choice.tsx'
import { SettingsFields } from './settings-fields.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}

/** The conditions of a provider, and in the sandbox the carrier that plays it. */
function ProviderNotes({ provider }: { provider: ManagedProvider }) {
  const t = useText()
  const words = useContractText()
  const nameOf = useProviderName()
  const { sandbox } = useAccount()
  const { note } = providers[provider]
  return (
    <div className="grid gap-2 empty:hidden sm:col-span-2">
      {note && <Note>{words(note)}</Note>}
      {sandbox && (
        <Note title={t('upstreams.sandbox')}>{t('upstreams.sandboxText', { provider: nameOf(provider) })}</Note>
      )}
    </div>
  )
}

/** The purpose of a submission: to save after a check, to save as it is, or to check alone. */
type Purpose = 'save' | 'saveAnyway' | 'check'

function credentialErrors(provider: ManagedProvider, values: FormValues, isNew: boolean): FieldErrors {
  const locale = currentLocale()
  const broken = Object.entries(brokenCredentials(provider, credentialsOf(provider, values), isNew))
  return Object.fromEntries(
    broken.map(([input, { rule, field }]) => {
      const shape = rule === 'credential_shape' ? field?.shape : undefined
      return [input, shape ? shape[locale === 'en' ? 'en' : 'zh'] : ruleText(rule, locale)]
    }),
  )
}

interface ChannelFormProps {
  /** Null for a new channel. */
  stored: Upstream | null
  /** Shows the list again, or the channel that was saved. */
  onClose: (open?: string) => void
  /** Begins anew with what is stored. */
  onTake: (current: Upstream) => void
}

/** The settings of one channel: its provider first, which decides the credentials. */
export function ChannelForm({ stored, onClose, onTake }: ChannelFormProps) {
  const t = useText()
  const { currency, sandbox } = useAccount()
  const [provider, setProvider] = useState<ManagedProvider | null>(
    isManaged(stored?.provider ?? null) ? (stored?.provider as ManagedProvider) : null,
  )
  const [behaviour, setBehaviour] = useState<UpstreamBehaviour | undefined>(
    sandbox ? (stored?.behaviour ?? 'normal') : undefined,
  )
  const [version, setVersion] = useState(stored?.version ?? 0)
  const [conflict, setConflict] = useState<Upstream | null>(null)
  const [answer, setAnswer] = useState<{ check: CredentialCheck; isSave: boolean } | null>(null)
  const [purpose, setPurpose] = useState<Purpose>('save')
  const form = useRef<HTMLDivElement>(null)
  const intent = useRef<Purpose>('save')
  const isNew = stored === null

  /** Submits for another purpose than Enter and the first button do. */
  const submitFor = (other: Purpose) => {
    intent.current = other
    form.current?.closest('form')?.requestSubmit()
  }

  function check(values: FormValues): FieldErrors {
    const locale = currentLocale()
    const isCheck = intent.current === 'check'
    const errors =
      provider === null
        ? { provider: ruleText('upstream_provider', locale) }
        : {
            ...(!isCheck &&
              Object.fromEntries(
                Object.entries(brokenSettings(channelOf({ provider }, values, currency))).map(([field, rule]) => [
                  field,
                  ruleText(rule, locale),
                ]),
              )),
            ...credentialErrors(provider, values, isNew),
          }
    if (Object.keys(errors).length > 0) intent.current = 'save'
    else setPurpose(intent.current)
    return errors
  }

  async function submit(values: FormValues) {
    const wanted = intent.current
    intent.current = 'save'
    setAnswer(null)
    if (provider === null) return
    const channel = channelOf({ provider, ...(behaviour && { behaviour }) }, values, currency)
    if (wanted === 'check' || (wanted === 'save' && areChanged(stored, channel.credentials))) {
      const result = await checkCredentials(stored, provider, channel.credentials)
      if (wanted === 'check' || result.result !== 'accepted') {
        setAnswer({ check: result, isSave: wanted === 'save' })
        if (result.field !== null && result.message !== null)
          throw new FieldRefused(inputOf(result.field), result.message)
        return
      }
    }
    const saved =
      stored !== null && isOwn(stored)
        ? await api.upstreams.update({ params: { id: stored.id }, body: { ...channel, version } })
        : await api.upstreams.create({ body: channel })
    toast('ok', doneText(isNew ? 'added' : 'updated', 'upstreams.entity'))
    void reloadChannels()
    onClose(saved.id)
  }

  function failed(error: unknown) {
    const current = storedRecord(error) as Upstream | null // the contract's details of a stale version
    if (current === null) return showError(error)
    setConflict(current)
  }

  return (
    <Form check={check} submit={submit} onError={failed} className="max-w-180">
      <div ref={form} onInput={() => setAnswer(null)} className="grid grid-cols-1 gap-8">
        {isNew ? (
          <ProviderChoice value={provider} onChange={setProvider} />
        ) : (
          <Part title={t('upstreams.provider')}>
            <ProviderName provider={stored.provider} />
          </Part>
        )}
        {provider !== null && (
          <>
            <Part title={t('upstreams.credentials')}>
              <ProviderNotes provider={provider} />
              <CredentialFields provider={provider} stored={stored?.credentials ?? []} />
              <div className="grid justify-items-start gap-3 sm:col-span-2">
                <Button size="small" onClick={() => submitFor('check')}>
                  {t('upstreams.check')}
                </Button>
                {answer !== null && !answer.isSave && <CheckNote check={answer.check} onSave={undefined} />}
              </div>
            </Part>
            <Part title={t('upstreams.settings')}>
              <SettingsFields stored={stored} behaviour={behaviour} onBehaviour={setBehaviour} />
            </Part>
          </>
        )}
        {answer?.isSave === true && <CheckNote check={answer.check} onSave={() => submitFor('saveAnyway')} />}
        {conflict !== null && (
          <ConflictNote
            stored={conflict}
            onKeep={() => {
              setVersion(conflict.version)
              setConflict(null)
            }}
            onTake={() => onTake(conflict)}
          />
        )}
        <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full">
          <SubmitButton
            unlessSuspended={isNew}
            busyLabel={t(purpose === 'saveAnyway' ? 'upstreams.saving' : 'upstreams.checking')}
          >
            {t(isNew ? 'upstreams.add' : 'upstreams.save')}
          </SubmitButton>
          <Button onClick={() => onClose(isNew ? undefined : stored.id)}>{t('ui.cancel')}</Button>
        </div>
      </div>
    </Form>
  )
}
