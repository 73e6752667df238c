import { answers, commands } from './commands.ts'
import { sections } from './contents.ts'
import { Points, Prose } from './inline-markdown.tsx'
import { Code, Section } from './section.tsx'

/** The same message in HMAC mode, and the pitfalls for clients in other languages. */
export function SigningStep({ step }: { step: number }) {
  return (
    <Section of={sections.hmac} step={step}>
      <Prose id="docs.hmac.text" />
      <Code title="docs.hmac.send">{commands.hmac}</Code>
      <Points ids={['docs.hmac.string', 'docs.hmac.key', 'docs.hmac.timestamp', 'docs.hmac.nonce']} />
      <Prose id="docs.hmac.check" />
      <Code title="docs.hmac.vector">{commands.check}</Code>
      <Code title="docs.hmac.signature">{answers.check}</Code>
      <Prose id="docs.hmac.body" />
      <Code title="docs.hmac.bodySend">{commands.body}</Code>
      <Prose id="docs.hmac.function" />
      <Code title="docs.hmac.keep">{commands.send}</Code>
    </Section>
  )
}
