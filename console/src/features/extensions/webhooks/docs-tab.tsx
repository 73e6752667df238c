import { useText } from '../../../i18n/text.ts'
import { languages } from '../../../lib/samples/languages.ts'
import { verifierSample } from '../../../lib/samples/verifier.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { Snippet, type SnippetTab } from '../../../ui/snippet.tsx'

const steps = [
  'webhooks.docsRaw',
  'webhooks.docsSign',
  'webhooks.docsTime',
  'webhooks.docsOnce',
  'webhooks.docsFast',
] as const

const tab = ({ id, title }: (typeof languages)[number]): SnippetTab => ({ title, code: verifierSample(id) })
const [first, ...others] = languages

/** The rules of a receiver, in short, and a program that verifies a request in each language. */
export function DocsTab() {
  const t = useText()
  return (
    <Card className="max-w-180">
      <h2 className="font-semibold">{t('webhooks.docsTitle')}</h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-5 text-sm text-ink-2">
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <div className="mt-4">
        <Snippet label={t('webhooks.docsVerify')} tabs={[tab(first), ...others.map(tab)]} />
      </div>
      <p className="mt-4 text-sm">
        <a href={`${paths.docs}#events`} target="_blank" rel="noopener" className="text-link">
          {t('webhooks.docsLink')} <span className="sr-only">({t('ui.newTab')})</span>
        </a>
      </p>
    </Card>
  )
}
