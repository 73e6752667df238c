import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { useAccount } from '../../../api/account.ts'
import { useOwnKey } from '../../../api/own-key.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { languages } from '../../../lib/samples/languages.ts'
import { sendProgram } from '../../../lib/samples/program.ts'
import { Dialog, DialogBody } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Snippet, type SnippetTab } from '../../../ui/snippet.tsx'

const numberOf = { us: '+12065550100', cn: '+8613800138000' } as const

interface SnippetsProps {
  template: Template
  /** The AccessKey ID; null for an account without a credential. */
  ownKey: string | null
  mode: AuthMode
}

function Snippets({ template, ownKey, mode }: SnippetsProps) {
  const t = useText()
  const { phone, partition } = useAccount()
  const { id, code, variables } = template
  const body = {
    to: phone ?? numberOf[partition],
    templateId: code ?? id,
    ...(variables.length > 0 && {
      templateData: Object.fromEntries(variables.map(({ name, sample }) => [name, sample])),
    }),
  }
  const settings = [
    `export ENDPOINT='${location.origin}'`,
    `export KEY='${ownKey ?? 'YOUR_ACCESS_KEY_ID'}'`,
    ...(mode === AuthMode.Hmac ? ["export SECRET='YOUR_ACCESS_KEY_SECRET'"] : []),
  ].join('\n')
  const tab = ({ id: language, title }: (typeof languages)[number]): SnippetTab => ({
    title,
    code: sendProgram(language, mode, body),
  })
  const [first, ...others] = languages
  return (
    <>
      <Snippet
        label={t('templates.snippetSettings')}
        tabs={[{ title: t('templates.snippetSettings'), code: settings }]}
      />
      <Snippet label={t('templates.snippet')} tabs={[tab(first), ...others.map(tab)]} />
      <p className="text-xs text-ink-3">
        {t(ownKey === null ? 'templates.snippetNoKey' : 'templates.snippetText')}{' '}
        <a href={`${paths.docs}#templates`} target="_blank" rel="noopener" className="text-link">
          {t('templates.docs')}
        </a>
      </p>
    </>
  )
}

/** A program in each language that sends the template, with the account's key filled in. */
export default function SnippetDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const t = useText()
  const credential = useOwnKey()
  return (
    <Dialog title={t('templates.snippetOf', { name: template.name })} open onClose={onClose} wide>
      <DialogBody>
        {credential === undefined ? (
          <Skeleton label={t('ui.loading')} />
        ) : (
          <Snippets template={template} ownKey={credential?.key ?? null} mode={credential?.mode ?? AuthMode.Hmac} />
        )}
      </DialogBody>
    </Dialog>
  )
}
