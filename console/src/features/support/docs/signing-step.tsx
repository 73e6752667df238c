import { answers, commands } from './commands.ts'
import { sections } from './contents.ts'
import { Points, Prose } from './inline-markdown.tsx'
import { samples } from './samples.ts'
import { Code, Sample, Section } from './section.tsx'

/** The same message in HMAC mode, with the function that signs and the rules for a client of one's own. */
export function SigningStep({ step }: { step: number }) {
  return (
    <Section of={sections.hmac} step={step}>
      <Prose id="docs.hmac.text" />
      <Prose id="docs.hmac.function" />
      <Sample title="docs.hmac.keep" of={samples.send} />
      <Sample title="docs.hmac.send" of={samples.signed} />
      <Points ids={['docs.hmac.string', 'docs.hmac.body', 'docs.hmac.key', 'docs.hmac.timestamp', 'docs.hmac.nonce']} />
      <Prose id="docs.hmac.check" />
      <Code title="docs.hmac.vector">{commands.check}</Code>
      <Code title="docs.hmac.signature">{answers.check}</Code>
    </Section>
  )
}
