import { commands } from './commands.ts'
import { sections } from './contents.ts'
import { Points, Prose } from './inline-markdown.tsx'
import { samples } from './samples.ts'
import { Code, Sample, Section } from './section.tsx'

/** The steps after the first message. */
export function FurtherSteps() {
  return (
    <>
      <Section of={sections.recipients}>
        <Prose id="docs.recipients.text" />
        <Sample title="docs.recipients.send" of={samples.recipients} />
      </Section>
      <Section of={sections.dryRun}>
        <Prose id="docs.dryRun.text" />
        <Sample title="docs.dryRun.send" of={samples.dryRun} />
      </Section>
      <Section of={sections.templates}>
        <Prose id="docs.templates.text" />
        <Sample title="docs.templates.send" of={samples.template} />
        <Prose id="docs.templates.after" />
      </Section>
      <Section of={sections.otp}>
        <Prose id="docs.otp.text" />
        <Sample title="docs.otp.send" of={samples.template} />
        <Prose id="docs.otp.yours" />
        <Points ids={['docs.otp.keep', 'docs.otp.once', 'docs.otp.tries', 'docs.otp.minute']} />
      </Section>
      <Section of={sections.idempotency}>
        <Prose id="docs.idempotency.text" />
        <Sample title="docs.idempotency.send" of={samples.idempotency} />
        <Prose id="docs.idempotency.after" />
      </Section>
      <Section of={sections.node}>
        <Prose id="docs.node.text" />
        <Code title="docs.node.install">{commands.install}</Code>
        <Code title="docs.node.send" language="node">
          {commands.node(location.origin)}
        </Code>
        <Prose id="docs.node.after" />
      </Section>
    </>
  )
}
