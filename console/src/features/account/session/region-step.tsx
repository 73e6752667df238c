import { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { RadioCards } from '../../../ui/choice.tsx'
import { Form, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { StepFoot } from './step.tsx'

const check = ({ partition }: FormValues): FieldErrors =>
  partition === undefined ? { partition: textNow('session.regionMissing') } : {}

interface RegionStepProps {
  chosen: Partition | null
  choose: (field: 'partition', value: string) => void
  done: () => void
}

/** Chooses the partition of the account. It can never change later, so none is preselected. */
export function RegionStep({ chosen, choose, done }: RegionStepProps) {
  const t = useText()
  const regions = [
    {
      value: Partition.Us,
      title: t('session.regionUs'),
      text: t('session.regionUsText'),
      mark: <Tag>{Currency.Usd}</Tag>,
    },
    {
      value: Partition.Cn,
      title: t('session.regionCn'),
      text: t('session.regionCnText'),
      mark: <Tag>{Currency.Cny}</Tag>,
    },
  ]
  return (
    <Form check={check} submit={async () => done()} onError={() => undefined} className="grid gap-4">
      <RadioCards
        legend={t('session.region')}
        name="partition"
        choices={regions}
        value={chosen}
        onChange={(value) => choose('partition', value)}
      />
      <p className="text-xs/[18px] text-ink-3">{t('session.regionNote')}</p>
      <StepFoot busyLabel={t('session.checking')}>{t('session.continue')}</StepFoot>
    </Form>
  )
}
