import { Gender, Locale } from '@hongyan/contract/vocabulary/account'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { keepLocale } from '../../../../api/keep-locale.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { languageNames } from '../../../../i18n/locale.ts'
import { currentLocale, switchLocale, t as textNow, useLocale, useText } from '../../../../i18n/text.ts'
import { Radio } from '../../../../ui/choice.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FormValues } from '../../../../ui/form.tsx'
import { doneText } from '../../../../ui/record-texts.ts'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { storeAccount } from '../store-account.ts'
import { formCheck } from '../rule-messages.ts'
import { checkProfile, tidy } from './check.ts'

const check = formCheck(checkProfile)

const locales = Object.values(Locale)

const genders: readonly (readonly [Gender, TextId])[] = [
  [Gender.Male, 'profile.male'],
  [Gender.Female, 'profile.female'],
  [Gender.Unknown, 'profile.unknown'],
]

async function save({ firstname = '', lastname = '', gender, locale }: FormValues, kept: Locale): Promise<void> {
  const [chosen = Gender.Unknown] = genders.find(([value]) => String(value) === gender) ?? []
  const body = { firstname: tidy(firstname), lastname: tidy(lastname), gender: chosen }
  const language = locales.find((value) => value === locale)
  if (language !== undefined && language !== kept) await keepLocale(language)
  if (language !== undefined && language !== currentLocale()) await switchLocale(language)
  storeAccount(await api.profile.save({ body }))
  toast('ok', doneText('updated', 'profile.entity'), textNow('settings.synced'))
}

/** In the name order of the language. */
function NameFields() {
  const t = useText()
  const { firstname, lastname } = useAccount()
  const first = (
    <TextField
      key="first"
      name="firstname"
      label={t('profile.firstname')}
      defaultValue={firstname}
      autoComplete="given-name"
    />
  )
  const last = (
    <TextField
      key="last"
      name="lastname"
      label={t('profile.lastname')}
      defaultValue={lastname}
      autoComplete="family-name"
    />
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {useLocale() === Locale.SimplifiedChinese ? [last, first] : [first, last]}
    </div>
  )
}

function GenderChoice() {
  const t = useText()
  const { gender } = useAccount()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('profile.gender')}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {genders.map(([value, title]) => (
          <Radio key={value} name="gender" value={value} defaultChecked={value === gender}>
            {t(title)}
          </Radio>
        ))}
      </div>
    </fieldset>
  )
}

/** The language of the console, and of everything that is sent to the owner. */
function LanguageChoice() {
  const t = useText()
  const locale = useLocale()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('profile.language')}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {locales.map((value) => (
          <Radio key={value} name="locale" value={value} defaultChecked={value === locale}>
            {languageNames[value]}
          </Radio>
        ))}
      </div>
      <p className="mt-1.5 text-xs text-ink-3">{t('profile.languageHint')}</p>
    </fieldset>
  )
}

export function ProfileForm() {
  const t = useText()
  const { locale } = useAccount()
  return (
    <Form
      check={check}
      submit={(values) => save(values, locale)}
      onError={showError}
      className="grid content-start gap-6 rounded-lg border border-line bg-raised p-4 sm:p-6"
    >
      <div>
        <h2 className="font-semibold">{t('profile.title')}</h2>
        <p className="text-sm text-ink-3">{t('profile.text')}</p>
      </div>
      <NameFields />
      <GenderChoice />
      <LanguageChoice key={useLocale()} />
      <div>
        <SubmitButton busyLabel={t('profile.saving')} className="max-sm:w-full">
          {t('profile.save')}
        </SubmitButton>
      </div>
    </Form>
  )
}
