import { code } from '@hongyan/contract/limits/account'
import type { ClipboardEvent, ComponentProps, InputEvent } from 'react'
import { TextField } from './field.tsx'

const digitsOf = (text: string) => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, code.maxLength)

/** Extracts the code from a pasted text: the whole message, or digits in groups. */
const codeIn = (text: string) => new RegExp(`\\d{${code.digits}}`).exec(text.normalize('NFKC'))?.[0] ?? digitsOf(text)

function keepDigits({ currentTarget: field }: InputEvent<HTMLInputElement>) {
  const digits = digitsOf(field.value)
  if (digits !== field.value) field.value = digits
}

function pasteCode(event: ClipboardEvent<HTMLInputElement>) {
  event.preventDefault()
  const field = event.currentTarget
  field.value = codeIn(event.clipboardData.getData('text'))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A field for a one-time code: digits only, typed, pasted or filled in by the phone that received it. */
export function CodeField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={code.maxLength}
      onInput={keepDigits}
      onPaste={pasteCode}
      className="tabular-nums"
    />
  )
}
