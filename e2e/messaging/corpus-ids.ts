import { signatureCorpus, templateCorpus } from '@hongyan/contract/senders/corpus'
import { findingText, lintSignature, lintTemplate } from '@hongyan/contract/senders/findings'

/** The ids and texts of the findings in the whole corpus, by entry. It runs in Node and in the browser alike. */
export const corpusFindings = (): readonly (readonly string[])[] =>
  [
    ...templateCorpus.map(({ form, context }) => lintTemplate(form, context)),
    ...signatureCorpus.map(({ form, context }) => lintSignature(form, context)),
  ].map((findings) =>
    findings.map((finding) => {
      const { what } = findingText(finding, 'en')
      return `${finding.rule} ${finding.at?.from ?? ''}-${finding.at?.to ?? ''} ${what}`
    }),
  )
