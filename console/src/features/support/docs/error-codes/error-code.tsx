import { errorPage, hasPage, type PagedError } from '@hongyan/contract/error-pages'
import type { ReactNode } from 'react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useLocale, useText } from '../../../../i18n/text.ts'
import { helpPath } from '../../../../lib/help-path.ts'
import { paths } from '../../../../lib/paths.ts'
import { sessionInfo } from '../../../../lib/session-info.ts'
import { CopyableId } from '../../../../ui/copy.tsx'
import { DetailRow } from '../../../../ui/detail-row.tsx'
import { useDocumentTitle } from '../../../../ui/document-title.ts'
import { InlineMarkdown } from '../inline-markdown.tsx'
import { ErrorList } from './error-list.tsx'
import { sideTitles, stageTitles, titleOf } from './labels.ts'
import { Frame } from './parts.tsx'

function Section({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-[18px]/7 font-semibold">{t(title)}</h2>
      {children}
    </section>
  )
}

/** The page of one error: the cause, the next steps, the money and related errors. */
export function ErrorCode({ code }: { code: PagedError }) {
  const t = useText()
  const locale = useLocale()
  const { what, why, steps, side, stages, charge, retry, number, word, http, related } = errorPage(code, locale)
  const title = titleOf({ what })
  useDocumentTitle(`${title} (${code})`)
  const isInReply = stages.includes('request')
  const isInLog = stages.includes('message')
  return (
    <Frame code={code}>
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="mt-1 mb-6 text-ink-3">
        <CopyableId value={code} what={t('error-codes.code')} />
      </p>
      <dl className="mb-10 rounded-lg border border-line bg-well px-4 py-2">
        <DetailRow title="error-codes.charged">{charge}</DetailRow>
        <DetailRow title="error-codes.retry">{retry}</DetailRow>
        <DetailRow title="error-codes.side">{t(sideTitles[side])}</DetailRow>
        <DetailRow title="error-codes.where">
          {stages.map((stage) => (
            <span key={stage} className="block">
              {t(stageTitles[stage])}
            </span>
          ))}
        </DetailRow>
        {isInReply && (
          <DetailRow title="error-codes.reply">
            <code className="font-mono text-xs wrap-anywhere">
              HTTP {http} · {number} {word}
            </code>
          </DetailRow>
        )}
      </dl>
      <div className="grid grid-cols-1 gap-10">
        <Section title="error-codes.happened">
          <p className="leading-6 text-ink-2">
            <InlineMarkdown of={why} />
          </p>
        </Section>
        <Section title="error-codes.todo">
          <ol className="grid list-decimal gap-1.5 pl-5 leading-6 text-ink-2 marker:text-ink-3">
            {steps.map((step) => (
              <li key={step}>
                <InlineMarkdown of={step} />
              </li>
            ))}
          </ol>
          {side === 'us' && (
            <p>
              <a href={helpPath({ code })} className="text-link">
                {t('ui.getHelp')}
              </a>
            </p>
          )}
          {isInLog && sessionInfo(document.cookie) !== null && (
            <p>
              <a href={`${paths.logs}?error=${code}`} className="text-link">
                {t('error-codes.inLog')}
              </a>
            </p>
          )}
        </Section>
        <Section title="error-codes.related">
          <ErrorList pages={related.filter(hasPage).map((each) => errorPage(each, locale))} />
        </Section>
      </div>
    </Frame>
  )
}
