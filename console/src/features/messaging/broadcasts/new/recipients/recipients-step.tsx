import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { t as textNow, useText } from '../../../../../i18n/text.ts'
import { Card } from '../../../../../ui/card.tsx'
import { TextField } from '../../../../../ui/field.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { StepFoot, StepHeading, StepLayout } from '../step-frame.tsx'
import { isUsable, useWizard } from '../wizard.ts'
import { Problem } from './problem.tsx'
import { Reading } from './reading.tsx'
import { Countries, Result } from './result.tsx'
import { Sample } from './sample.tsx'
import { SourceForm } from './source-form.tsx'

/** The source of a list in a few words. */
export const sourceName = ({ name, source }: Pick<Audience, 'name' | 'source'>): string =>
  name ?? textNow(source === RecipientSource.Input ? 'new.pasted' : 'new.aList')

/** The first step: the name of the broadcast, and who gets it. */
export function RecipientsStep({ isGone }: { readonly isGone: boolean }) {
  const t = useText()
  const { draft, change, audience, setAudience, open } = useWizard()
  const other = () => setAudience(null)
  return (
    <StepLayout
      aside={
        isUsable(audience) ? (
          <Countries countries={audience.countries} />
        ) : (
          draft.source !== RecipientSource.Phonebook && <Sample />
        )
      }
      foot={isUsable(audience) && <StepFoot onNext={() => open('message')} next={t('new.toMessage')} />}
    >
      <Card className="grid grid-cols-1 gap-5">
        <StepHeading title={t('new.recipientsTitle')} />
        {isGone && <Note tone="warn">{t('new.gone')}</Note>}
        {audience === null ? (
          <SourceForm />
        ) : audience.state === 'parsing' ? (
          <Reading audience={audience} title={sourceName(audience)} onOther={other} />
        ) : isUsable(audience) ? (
          <Result audience={audience} source={sourceName(audience)} onOther={other} />
        ) : (
          <Problem audience={audience} onOther={other} />
        )}
        {isUsable(audience) && (
          <div className="border-t border-line pt-5">
            <TextField
              label={t('new.name')}
              hint={t('new.nameHint')}
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
              maxLength={limits.nameMax}
              autoComplete="off"
            />
          </div>
        )}
      </Card>
    </StepLayout>
  )
}
