import { commands } from './commands.ts'
import { sections } from './contents.ts'
import { Prose } from './inline-markdown.tsx'
import { Code, Section } from './section.tsx'

/** The steps after the first message. */
export function FurtherSteps() {
  return (
    <>
      <Section of={sections.recipients}>
        <Prose id="docs.recipients.text" />
        <Code title="docs.recipients.send">{commands.recipients}</Code>
      </Section>
      <Section of={sections.dryRun}>
        <Prose id="docs.dryRun.text" />
        <Code title="docs.dryRun.send">{commands.dryRun}</Code>
      </Section>
      <Section of={sections.idempotency}>
        <Prose id="docs.idempotency.text" />
        <Code title="docs.idempotency.send">{commands.idempotency}</Code>
        <Prose id="docs.idempotency.after" />
      </Section>
      <Section of={sections.node}>
        <Prose id="docs.node.text" />
        <Code title="docs.node.install">{commands.install}</Code>
        <Code title="docs.node.send">{commands.node(location.origin)}</Code>
        <Prose id="docs.node.after" />
      </Section>
    </>
  )
}
