import { useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/note.tsx'
import { answers, commands } from './commands.ts'
import { sections } from './contents.ts'
import { Prose, InlineMarkdown } from './inline-markdown.tsx'
import { Code, Section } from './section.tsx'

function AccountStep() {
  const t = useText()
  return (
    <Section of={sections.account} step={1}>
      <Prose id="docs.account.demo" />
      <Prose id="docs.account.own" />
      <Code title="docs.account.create">{commands.account}</Code>
      <Note>
        <InlineMarkdown of={t('docs.account.mainland')} />
      </Note>
    </Section>
  )
}

function CredentialStep() {
  return (
    <Section of={sections.credential} step={2}>
      <Prose id="docs.credential.console" />
      <Prose id="docs.credential.commandLine" />
      <Code title="docs.credential.create">{commands.credential}</Code>
      <Prose id="docs.credential.shell" />
      <Code title="docs.credential.variables">{commands.variables(location.origin)}</Code>
    </Section>
  )
}

function SimpleStep() {
  return (
    <Section of={sections.simple} step={3}>
      <Prose id="docs.simple.text" />
      <Code title="docs.simple.send">{commands.simple}</Code>
      <Code title="docs.simple.reply">{answers.simple}</Code>
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
export function FirstSteps() {
  return (
    <>
      <AccountStep />
      <CredentialStep />
      <SimpleStep />
      <InboxStep />
    </>
  )
}
