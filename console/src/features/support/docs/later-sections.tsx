import { FurtherSteps } from './further-steps.tsx'
import type { Reader } from './reader.ts'
import { Reference } from './reference.tsx'
import { SigningStep } from './signing-step.tsx'
import { useAnchor } from './use-anchor.ts'

/** The sections below the first message. */
export default function LaterSections({ reader }: { reader: Reader }) {
  useAnchor()
  return (
    <>
      <SigningStep step={reader.isSandbox ? 5 : 4} />
      <FurtherSteps />
      <Reference reader={reader} />
    </>
  )
}
