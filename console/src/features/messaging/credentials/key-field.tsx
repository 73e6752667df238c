import { CopyButton } from '../../../ui/copy.tsx'
import { TextField } from '../../../ui/field.tsx'

/** A key or a secret that can be read and copied, and not changed. */
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
