import { sendApi } from '@hongyan/contract/limits/messaging'
import { broadcastScenes } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { piecesOf } from '@hongyan/contract/senders/content'
import { ruleText } from '@hongyan/contract/rules'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../../../api/account.ts'
import type { TextId } from '../../../../../i18n/ids.ts'
import { useLocale, useText } from '../../../../../i18n/text.ts'
import { paths } from '../../../../../lib/paths.ts'
import { Segmented } from '../../../../../ui/choice.tsx'
import { FieldError } from '../../../../../ui/field.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { Select } from '../../../../../ui/select.tsx'
import { CodeChip, Tag } from '../../../../../ui/tag.tsx'
import { TextArea } from '../../../../../ui/text-area.tsx'
import { mayWrite, type UsableTemplate, useHasFurther, useUsableTemplates } from '../senders.ts'
import { useOptionSearch } from '../use-option-search.ts'
import { useWizard } from '../wizard.ts'

export const sceneTitles = {
  [MessageScene.Notification]: 'new.notification',
  [MessageScene.Marketing]: 'new.marketing',
} as const satisfies Record<(typeof broadcastScenes)[number], TextId>

const NONE = ''

function TemplateField({ showsErrors }: { readonly showsErrors: boolean }) {
  const t = useText()
  const locale = useLocale()
  const { templates, template, change } = useWizard()
  const { asked, searchOf } = useOptionSearch()
  const found = useUsableTemplates(asked)
  const hasFurther = useHasFurther()
  if (templates === undefined) return <p className="text-sm text-ink-3">{t('ui.loading')}</p>
  if (templates.length === 0 && !hasFurther) {
    return (
      <Note tone="warn">
        {t('new.noTemplate')}{' '}
        <Link to={paths.templates} search={{ form: 'new' }} className="text-link">
          {t('new.createTemplate')}
        </Link>
      </Note>
    )
  }
  const titleOf = ({ name, version, scene }: UsableTemplate) =>
    t(version === null ? 'new.publicTemplate' : 'new.ownTemplate', {
      name,
      version: version ?? 0,
      scene: t(sceneTitles[scene]),
    })
  const title = template ? titleOf(template) : t('new.chooseTemplate')
  const search = searchOf(templates.length, hasFurther, title, found === undefined)
  const isMissing = template === null && showsErrors
  return (
    <div className="grid grid-cols-1 gap-2">
      <div data-missing={isMissing || undefined}>
        <Select
          label={t('new.template')}
          options={[
            ...(template || search ? [] : [{ value: NONE, title: t('new.chooseTemplate') }]),
            ...(found ?? []).map((each) => ({ value: each.id, title: titleOf(each) })),
          ]}
          search={search}
          value={template?.id ?? NONE}
          onChange={(value) => value !== NONE && change({ template: value })}
          {...(isMissing && { invalid: true, hint: <FieldError>{ruleText('broadcast_message', locale)}</FieldError> })}
        />
      </div>
      {template && (
        <p lang={template.language} className="rounded-md border border-line bg-well px-3 py-2 leading-6 wrap-anywhere">
          {piecesOf(template.content).map((piece) =>
            'text' in piece ? (
              <span key={piece.from}>{piece.text}</span>
            ) : (
              <CodeChip key={piece.from}>{`{${piece.variable}}`}</CodeChip>
            ),
          )}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {template && <Tag>{t(sceneTitles[template.scene])}</Tag>}
        <Link to={paths.templates} search={{ form: 'new' }} className="text-link">
          {t('new.createTemplate')}
        </Link>
      </p>
    </div>
  )
}

function TextFields({ showsErrors }: { readonly showsErrors: boolean }) {
  const t = useText()
  const locale = useLocale()
  const { draft, change } = useWizard()
  const isMissing = showsErrors && draft.text.trim() === ''
  return (
    <>
      <Select
        label={t('new.scene')}
        options={broadcastScenes.map((scene) => ({ value: String(scene), title: t(sceneTitles[scene]) }))}
        value={String(draft.scene)}
        onChange={(value) => change({ scene: broadcastScenes.find((scene) => String(scene) === value) ?? draft.scene })}
      />
      <TextArea
        name="text"
        label={t('new.text')}
        hint={t('new.textHint')}
        error={isMissing ? ruleText('broadcast_message', locale) : undefined}
        rows={4}
        maxLength={sendApi.textMax}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
      />
    </>
  )
}

/** The template, or the text where the account may write freely. */
export function ContentFields({ showsErrors }: { readonly showsErrors: boolean }) {
  const t = useText()
  const { draft, change } = useWizard()
  const account = useAccount()
  return (
    <>
      {mayWrite(account) && (
        <Segmented
          label={t('new.content')}
          choices={[
            { value: 'template', title: t('new.template') },
            { value: 'text', title: t('new.text') },
          ]}
          value={draft.writes}
          onChange={(writes) => change({ writes })}
        />
      )}
      {draft.writes === 'text' && mayWrite(account) ? (
        <TextFields showsErrors={showsErrors} />
      ) : (
        <TemplateField showsErrors={showsErrors} />
      )}
    </>
  )
}
