import { useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/note.tsx'
import { answers, commands } from './commands.ts'
import { sections } from './contents.ts'
import { Prose, InlineMarkdown } from './inline-markdown.tsx'
import type { Reader } from './reader.ts'
import { samples } from './samples.ts'
import { Code, Sample, Section } from './section.tsx'

interface StepProps {
  reader: Reader
}

function AccountStep({ reader }: StepProps) {
  const t = useText()
  return (
    <Section of={sections.account} step={1}>
      <Prose id="docs.account.own" />
      {reader.isSandbox && <Prose id="docs.account.demo" />}
      <Note>
        <InlineMarkdown of={t('docs.account.mainland')} />
      </Note>
    </Section>
  )
}

function CredentialStep({ reader }: StepProps) {
  return (
    <Section of={sections.credential} step={2}>
      <Prose id="docs.credential.console" />
      <Prose id={reader.key === null ? 'docs.credential.shell' : 'docs.credential.ownKey'} />
      <Code title="docs.credential.variables">{commands.variables(location.origin, reader.key)}</Code>
    </Section>
  )
}

function SimpleStep() {
  return (
    <Section of={sections.simple} step={3}>
      <Prose id="docs.simple.text" />
      <Sample title="docs.simple.send" of={samples.simple} />
      <Code title="docs.simple.reply" language="json">
        {answers.simple}
      </Code>
      <Prose id="docs.simple.after" />
    </Section>
  )
}

function InboxStep() {
  return (
    <Section of={sections.inbox} step={4}>
      <Prose id="docs.inbox.text" />
      <Code title="docs.inbox.read">{commands.inbox}</Code>
      <Prose id="docs.inbox.after" />
    </Section>
  )
}

/** From an empty account to a delivered message. */
export function FirstSteps({ reader }: StepProps) {
  return (
    <>
      <AccountStep reader={reader} />
      <CredentialStep reader={reader} />
      <SimpleStep />
      {reader.isSandbox && <InboxStep />}
    </>
  )
}
