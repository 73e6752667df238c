import { addressOf } from '@hongyan/contract/ip/address'
import type { IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { currentLocale, useText } from '../../../i18n/text.ts'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { Status } from '../../../ui/status.tsx'
import { keyTitleOf, titleOf, toneOf } from './verdict.ts'

type Result = Awaited<ReturnType<typeof api.ipRestriction.check>>

function check({ ip = '' }: FormValues): FieldErrors {
  return addressOf(ip.trim()) === null ? { ip: ruleText('ip_address', currentLocale()) } : {}
}

/** Asks the server what the saved rules do with an address. */
export function CheckAddress({ rules }: { rules: IpRestriction }) {
  const t = useText()
  const [found, setFound] = useState<{ readonly result: Result; readonly version: number } | null>(null)
  const result = found?.version === rules.version ? found.result : null
  const entryText = (entry: string | null) => {
    const found = rules.entries.find(({ id }) => id === entry)
    return found ? t('ip-restriction.byEntry', { entry: found.cidr }) : t('ip-restriction.noEntry')
  }

  async function submit({ ip = '' }: FormValues) {
    setFound({ result: await api.ipRestriction.check({ body: { ip, credential: null } }), version: rules.version })
  }

  return (
    <div className="grid gap-2">
      <Form check={check} submit={submit} onError={showError} className="flex max-w-100 items-start gap-2">
        <span className="min-w-0 flex-1">
          <TextField
            name="ip"
            label={t('ip-restriction.check')}
            placeholder="198.51.100.7"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={() => setFound(null)}
          />
        </span>
        <span className="mt-[26px]">
          <SubmitButton tone="secondary" busyLabel={t('ip-restriction.checking')}>
            {t('ip-restriction.checkAct')}
          </SubmitButton>
        </span>
      </Form>
      <p role="status" className="text-sm empty:hidden [&_span]:items-baseline">
        {result !== null && (
          <Status tone={toneOf(result)}>
            <span className="whitespace-normal">
              {t(titleOf(result), { ip: result.ip })} <span className="text-ink-3">{entryText(result.entry)}</span>
            </span>
          </Status>
        )}
        {result?.except.map(({ key, passes, listed, entry }) => (
          <span key={key} className="mt-1 block">
            <Status tone={toneOf({ passes, listed })}>
              <span className="whitespace-normal">
                {t(keyTitleOf({ passes, listed }), { key })} <span className="text-ink-3">{entryText(entry)}</span>
              </span>
            </Status>
          </span>
        ))}
      </p>
    </div>
  )
}
