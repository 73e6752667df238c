import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type InputEvent,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { Button } from './button.tsx'

export type FormValues = Readonly<Record<string, string>>
export type FieldErrors = Readonly<Record<string, string>>

interface FormState {
  errors: FieldErrors
  busy: boolean
}

interface FormAround extends FormState {
  forgive: (name: string) => void
}

const FormContext = createContext<FormAround>({ errors: {}, busy: false, forgive: () => undefined })

/** The words under a field of the form around it, if it has an error. */
export const useFieldError = (name: string | undefined): string | undefined => use(FormContext).errors[name ?? '']

/** Takes back what was said about a field, for whoever changes what it is about. */
export const useForgive = (): ((name: string) => void) => use(FormContext).forgive

const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** The field the server's no is about, if it names one that this form shows. */
function namedField(form: HTMLFormElement, error: unknown): FieldErrors | null {
  if (!(error instanceof Error) || !('field' in error) || typeof error.field !== 'string') return null
  return form.elements.namedItem(error.field) ? { [error.field]: error.message } : null
}

function without(state: FormState, name: string): FormState {
  if (!(name in state.errors)) return state
  return { ...state, errors: Object.fromEntries(Object.entries(state.errors).filter(([other]) => other !== name)) }
}

interface FormProps {
  /** Words for each field that cannot be sent as it is; nothing else keeps a form from being sent. */
  check?: (values: FormValues) => FieldErrors
  submit: (values: FormValues) => Promise<void>
  /** Told of every failure that no field of the form can show. What was typed stays. */
  failed: (error: unknown) => void
  className?: string
  children: ReactNode
}

/**
 * The form recipe: Enter sends, a second press while sending does nothing, an error stands under its field and the
 * first one gets the focus, and the server's error for a `field` is shown there like our own.
 */
export function Form({ check, submit, failed, className, children }: FormProps) {
  const [state, setState] = useState<FormState>({ errors: {}, busy: false })
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const answered = useRef(false)

  useEffect(() => {
    if (!answered.current) return
    answered.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus()
  })

  function answer(errors: FieldErrors) {
    answered.current = Object.keys(errors).length > 0
    setState({ errors, busy: false })
  }

  const forgive = useCallback((name: string) => setState((before) => without(before, name)), [])
  const around = useMemo(() => ({ ...state, forgive }), [state, forgive])

  /** Whoever changes a field has read what was wrong with it. */
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) forgive(target.name)
  }

  async function send(element: HTMLFormElement) {
    if (sending.current) return
    const values = valuesOf(element)
    const errors = check?.(values) ?? {}
    if (Object.keys(errors).length > 0) return answer(errors)
    sending.current = true
    setState({ errors: {}, busy: true })
    const error = await submit(values).then(
      () => null,
      (reason: unknown) => ({ reason }),
    )
    sending.current = false
    const fields = error && namedField(element, error.reason)
    answer(fields ?? {})
    if (error && !fields) failed(error.reason)
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }

  return (
    <form ref={form} noValidate onSubmit={onSubmit} onInput={onInput} className={className}>
      <FormContext value={around}>{children}</FormContext>
    </form>
  )
}

/** Sends the form around it and says so while it does. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  return <Button tone="primary" {...props} type="submit" busy={use(FormContext).busy} />
}
