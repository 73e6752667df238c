import { useText } from '../../../i18n/text.ts'
import { answers } from './commands.ts'
import { sections } from './contents.ts'
import { ErrorTable } from './error-table.tsx'
import { EventTable } from './event-table.tsx'
import { FieldTable } from './field-table.tsx'
import { broadcastEventFields, replyFields, requestFields } from './fields.ts'
import { Points, Prose } from './inline-markdown.tsx'
import type { Reader } from './reader.ts'
import { Code, Section } from './section.tsx'
import { TestNumberTable } from './test-number-table.tsx'

/** The reference part of the page. */
export function Reference({ reader }: { reader: Reader }) {
  const t = useText()
  return (
    <>
      <Section of={sections.request}>
        <Prose id="docs.request.text" />
        <FieldTable label={t('docs.request.title')} fields={requestFields} />
      </Section>
      <Section of={sections.reply}>
        <Prose id="docs.reply.text" />
        <FieldTable label={t('docs.reply.title')} fields={replyFields} />
      </Section>
      <Section of={sections.events}>
        <Prose id="docs.events.text" />
        <EventTable />
        <Prose id="docs.events.broadcast" />
        <FieldTable label={t('docs.events.data')} fields={broadcastEventFields} />
      </Section>
      {reader.isSandbox && (
        <Section of={sections.numbers}>
          <Prose id="docs.numbers.text" />
          <TestNumberTable />
        </Section>
      )}
      <Section of={sections.amounts}>
        <Points ids={['docs.amounts.ids', 'docs.amounts.amounts', 'docs.amounts.parts', 'docs.amounts.money']} />
      </Section>
      <Section of={sections.errors}>
        <Prose id="docs.errors.text" />
        <Code title="docs.errors.example" language="json">
          {answers.failure}
        </Code>
        <ErrorTable />
      </Section>
    </>
  )
}
