import type { SavedEndpoint, SmsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { ruleText } from '@hongyan/contract/rules'
import { webhookGroups, webhookMessages, webhookSchedules } from '@hongyan/contract/vocabulary/webhook'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { useCountries } from '../../../../api/use-countries.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { currentLocale, t as textNow, useText } from '../../../../i18n/text.ts'
import { storedRecord } from '../../../../lib/stored-record.ts'
import { Button } from '../../../../ui/button.tsx'
import { CheckGroup } from '../../../../ui/check-group.tsx'
import { Checkbox, RadioCards, Switch } from '../../../../ui/choice.tsx'
import { CountryListField } from '../../../../ui/country-list-field.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../../ui/form.tsx'
import { Select } from '../../../../ui/select.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { groupTitles, messagesTitles, scenes, sceneTitles, scheduleTitles } from '../labels.ts'
import { keepWebhooks, savedOf } from '../queries.ts'
import { ConflictNote } from './conflict-note.tsx'
import {
  brokenRules,
  type Choices,
  type DraftHeader,
  draftHeaders,
  endpointOf,
  isFastAllowed,
  scheduleOf,
} from './draft.ts'
import { HeadersField } from './headers-field.tsx'
import { refusedFields } from './refused-fields.ts'

function Part({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-semibold">
        {t(title)}
      </h2>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}

interface ChoicesProps {
  choices: Choices
  set: (part: Partial<Choices>) => void
}

function Events({ choices, set, chosenCountries }: ChoicesProps & { chosenCountries: readonly string[] }) {
  const t = useText()
  const countries = useCountries()
  return (
    <Part title="webhooks.events">
      <div className="sm:col-span-2">
        <RadioCards
          legend={t('webhooks.messages')}
          name="messages"
          choices={webhookMessages.map((value) => ({
            value,
            title: t(messagesTitles[value]),
            text: t(`${messagesTitles[value]}Text` as TextId), // a sentence stands beside each title
          }))}
          value={choices.messages}
          onChange={(chosen) => set({ messages: webhookMessages.find((value) => value === chosen) ?? 'final' })}
        />
      </div>
      {choices.envelope === 'standard' && (
        <CheckGroup
          name="groups"
          legend={t('webhooks.groups')}
          values={webhookGroups}
          title={(group) => t(groupTitles[group])}
          chosen={choices.groups}
          onChange={(groups) => set({ groups: [...groups] })}
        />
      )}
      <CheckGroup
        name="scenes"
        legend={t('webhooks.scenes')}
        values={scenes}
        title={(scene) => t(sceneTitles[scene])}
        chosen={choices.scenes}
        onChange={(chosen) => set({ scenes: [...chosen] })}
      >
        <p className="text-xs text-ink-3">{t('webhooks.scenesHint')}</p>
      </CheckGroup>
      <div className="sm:col-span-2">
        <CountryListField
          name="countries"
          label={t('webhooks.countries')}
          hint={t('webhooks.countriesHint')}
          countries={countries}
          initial={chosenCountries}
          most={limits.countries}
          addText={t('webhooks.addCountry')}
          removeLabel={(country) => t('webhooks.removeCountry', { country })}
        />
      </div>
    </Part>
  )
}

function Body({ choices, set, batch }: ChoicesProps & { batch: number }) {
  const t = useText()
  return (
    <Part title="webhooks.body">
      <Select
        label={t('webhooks.envelope')}
        options={[
          { value: 'standard', title: t('webhooks.standard') },
          { value: 'compatible', title: t('webhooks.compatible') },
        ]}
        value={choices.envelope}
        onChange={(envelope) => set({ envelope })}
      />
      <Select
        label={t('webhooks.format')}
        options={[
          { value: 'json', title: t('webhooks.json') },
          { value: 'xml', title: t('webhooks.xml') },
        ]}
        value={choices.format}
        onChange={(format) => set({ format })}
      />
      <TextField
        name="batch"
        label={t('webhooks.batch')}
        hint={t('webhooks.batchHint')}
        defaultValue={batch}
        inputMode="numeric"
        autoComplete="off"
      />
    </Part>
  )
}

function Delivery({ choices, set, endpoint }: ChoicesProps & { endpoint: SavedEndpoint }) {
  const t = useText()
  const offered = isFastAllowed(choices.scenes) ? webhookSchedules : (['standard'] as const)
  return (
    <Part title="webhooks.delivery">
      <Select
        label={t('webhooks.schedule')}
        hint={t('webhooks.scheduleHint')}
        options={offered.map((value) => ({ value, title: t(scheduleTitles[value]) }))}
        value={scheduleOf(choices)}
        onChange={(schedule) => set({ schedule })}
      />
      <TextField
        key={scheduleOf(choices)}
        name="tries"
        label={t('webhooks.tries')}
        hint={t('webhooks.triesHint', { most: limits.tries[scheduleOf(choices)] })}
        defaultValue={Math.min(endpoint.tries, limits.tries[scheduleOf(choices)])}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        name="rate"
        label={t('webhooks.rate')}
        hint={t('webhooks.rateHint')}
        defaultValue={endpoint.rate ?? ''}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        name="failover_url"
        label={t('webhooks.failover')}
        hint={t('webhooks.failoverHint')}
        type="url"
        defaultValue={endpoint.failover_url ?? ''}
        autoComplete="off"
        spellCheck={false}
      />
    </Part>
  )
}

interface EndpointFormProps {
  config: SmsDlr
  beginning: SavedEndpoint
  /** Shows the list again, or the endpoint that was saved. */
  onClose: (open?: string) => void
  /** Begins anew with what is stored. */
  onTake: (current: SmsDlr) => void
}

/** The settings of one endpoint. They are saved together with those of the others. */
export function EndpointForm({ config, beginning, onClose, onTake }: EndpointFormProps) {
  const t = useText()
  const [base, setBase] = useState(config)
  const [choices, setChoices] = useState<Choices>(beginning)
  const [headers, setHeaders] = useState<readonly DraftHeader[]>(draftHeaders(beginning.headers))
  const [conflict, setConflict] = useState<SmsDlr | null>(null)
  const set = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }))
  const { id } = beginning
  const place = base.endpoints.findIndex((each) => each.id === id)
  const index = place === -1 ? base.endpoints.length : place

  const check = (values: FormValues): FieldErrors =>
    Object.fromEntries(
      Object.entries(brokenRules(endpointOf(beginning, choices, headers, values))).map(([field, rule]) => [
        field,
        ruleText(rule, currentLocale()),
      ]),
    )

  async function submit(values: FormValues) {
    const endpoint = endpointOf(beginning, choices, headers, values)
    const others = base.endpoints.map(savedOf)
    const endpoints = place === -1 ? [...others, endpoint] : others.with(place, endpoint)
    const stored = await api.smsDlr.save({ body: { version: base.version, endpoints } })
    keepWebhooks(stored)
    toast('ok', textNow(endpoint.on ? 'webhooks.activated' : 'webhooks.saved'))
    onClose(id ?? stored.endpoints.find((each) => !base.endpoints.some((old) => old.id === each.id))?.id)
  }

  function failed(error: unknown) {
    const current = storedRecord(error) as SmsDlr | null // the contract's details of a stale version
    if (current === null) return showError(error)
    setConflict(current)
  }

  const keep = (current: SmsDlr) => {
    setBase(current)
    setConflict(null)
  }

  return (
    <Form
      check={check}
      submit={submit}
      errorsOf={(error) => refusedFields(error, index)}
      onError={failed}
      className="max-w-180"
    >
      <div className="grid grid-cols-1 gap-8">
        <Part title="webhooks.endpoint">
          <TextField
            name="name"
            label={t('webhooks.name')}
            defaultValue={beginning.name}
            placeholder={t('webhooks.namePlaceholder')}
            autoComplete="off"
            autoFocus
          />
          <div className="sm:col-span-2">
            <TextField
              name="url"
              label={t('webhooks.url')}
              hint={t(config.strict ? 'webhooks.urlHint' : 'webhooks.urlHintSandbox')}
              type="url"
              defaultValue={beginning.url}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <div className="grid gap-3 sm:col-span-2">
            <Switch checked={choices.on} onChange={({ target }) => set({ on: target.checked })}>
              {t('webhooks.switch')}
            </Switch>
            <Checkbox checked={choices.signed} onChange={({ target }) => set({ signed: target.checked })}>
              {t('webhooks.signed')}
            </Checkbox>
          </div>
        </Part>
        <Events choices={choices} set={set} chosenCountries={beginning.countries} />
        <Body choices={choices} set={set} batch={beginning.batch} />
        <Delivery choices={choices} set={set} endpoint={beginning} />
        <HeadersField headers={headers} onChange={setHeaders} />
        {conflict !== null && (
          <ConflictNote
            stored={id === undefined ? '' : (conflict.endpoints.find((each) => each.id === id)?.name ?? null)}
            onKeep={() => keep(conflict)}
            onTake={() => {
              keepWebhooks(conflict)
              onTake(conflict)
            }}
          />
        )}
        <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full">
          <SubmitButton unlessSuspended busyLabel={t('webhooks.saving')}>
            {t(id === undefined ? 'webhooks.create' : 'webhooks.save')}
          </SubmitButton>
          <Button onClick={() => onClose(id)}>{t('ui.cancel')}</Button>
        </div>
      </div>
    </Form>
  )
}
