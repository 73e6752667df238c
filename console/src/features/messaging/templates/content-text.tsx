import { piecesOf } from '@hongyan/contract/senders/content'
import { CodeChip } from '../../../ui/tag.tsx'

/** The content of a template with its variables as chips. */
export function ContentText({ content }: { content: string }) {
  return piecesOf(content).map((piece) =>
    'text' in piece ? (
      <span key={piece.from}>{piece.text}</span>
    ) : (
      <CodeChip key={piece.from}>{`{${piece.variable}}`}</CodeChip>
    ),
  )
}
