import { CopyButton } from '../../../ui/copy.tsx'
import { TextField } from '../../../ui/field.tsx'

/** A read-only key or secret with a copy button. */
export function KeyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      spellCheck={false}
      className="font-mono text-xs"
      trailing={<CopyButton text={value} what={label} />}
      {...(hint !== undefined && { hint })}
    />
  )
}
