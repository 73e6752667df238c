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
import { useLocale } from '../i18n/text.ts'
import { Button } from './button.tsx'

export type FormValues = Readonly<Record<string, string>>
export type FieldErrors = Readonly<Record<string, string>>

interface FormState {
  errors: FieldErrors
  busy: boolean
}

interface FormContextValue extends FormState {
  clearError: (name: string) => void
  /** The messages of fields that are not ready to be sent. */
  unready: Map<string, string>
}

const FormContext = createContext<FormContextValue>({
  errors: {},
  busy: false,
  clearError: () => undefined,
  unready: new Map(),
})

/** The message under a field of the surrounding form, if it has an error. */
export const useFieldError = (name: string | undefined): string | undefined => use(FormContext).errors[name ?? '']

/** Clears the error of a field, for components that change its value themselves. */
export const useClearError = (): ((name: string) => void) => use(FormContext).clearError

/** Keeps the surrounding form from being sent while a field has a message that says what it waits for. */
export function useUnready(name: string, message: string | null): void {
  const { unready } = use(FormContext)
  useEffect(() => {
    if (message !== null) unready.set(name, message)
    return () => void unready.delete(name)
  }, [unready, name, message])
}

const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** The field that the server's error names, if this form has it. */
function namedField(form: HTMLFormElement, error: unknown): FieldErrors | null {
  if (!(error instanceof Error) || !('field' in error) || typeof error.field !== 'string') return null
  return form.elements.namedItem(error.field) ? { [error.field]: error.message } : null
}

function without(state: FormState, name: string): FormState {
  if (!(name in state.errors)) return state
  return { ...state, errors: Object.fromEntries(Object.entries(state.errors).filter(([other]) => other !== name)) }
}

interface FormProps {
  /** Messages for invalid fields. Beside these, only a field that is not ready keeps a form from being submitted. */
  check?: (values: FormValues) => FieldErrors
  submit: (values: FormValues) => Promise<void>
  /** Messages at once, such as the reasons for which a record was rejected. */
  initialErrors?: FieldErrors
  /** The messages of an error that names several fields; null for any other error. */
  errorsOf?: (error: unknown) => FieldErrors | null
  /** Receives every error that belongs to no field of the form. The typed values stay. */
  onError: (error: unknown) => void
  className?: string
  children: ReactNode
}

const NO_ERRORS: FieldErrors = {}

/**
 * The form of every screen. Enter submits, and a second submission is ignored while the first runs. An error appears
 * under its field, also an error of the server that names a `field`. The first invalid field gets the focus. A change of
 * the language words the errors of `check` anew.
 */
export function Form({ check, submit, initialErrors = NO_ERRORS, errorsOf, onError, className, children }: FormProps) {
  const [state, setState] = useState<FormState>({ errors: initialErrors, busy: false })
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const hasNewErrors = useRef(false)
  const [unready] = useState(() => new Map<string, string>())

  useEffect(() => {
    if (!hasNewErrors.current) return
    hasNewErrors.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]:not([data-rac])')?.focus()
  })

  const locale = useLocale()
  const wordedIn = useRef(locale)
  // The fields' own effects ran before, so what they wait for is in the new language too. The server's words stay.
  useEffect(() => {
    if (wordedIn.current === locale || !form.current) return
    wordedIn.current = locale
    const worded = { ...check?.(valuesOf(form.current)), ...Object.fromEntries(unready) }
    setState(({ errors, busy }) => ({
      errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, worded[name] ?? text])),
      busy,
    }))
  }, [locale, check, unready])

  function showErrors(errors: FieldErrors) {
    hasNewErrors.current = Object.keys(errors).length > 0
    setState({ errors, busy: false })
  }

  const clearError = useCallback((name: string) => setState((before) => without(before, name)), [])
  const contextValue = useMemo(() => ({ ...state, clearError, unready }), [state, clearError, unready])

  /** Changing a field clears its error. */
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) clearError(target.name)
  }

  async function send(element: HTMLFormElement) {
    if (sending.current) return
    const values = valuesOf(element)
    const errors = { ...check?.(values), ...Object.fromEntries(unready) }
    if (Object.keys(errors).length > 0) return showErrors(errors)
    sending.current = true
    setState({ errors: {}, busy: true })
    const error = await submit(values).then(
      () => null,
      (reason: unknown) => ({ reason }),
    )
    sending.current = false
    const fields = error && (errorsOf?.(error.reason) ?? namedField(element, error.reason))
    showErrors(fields ?? {})
    if (error && !fields) onError(error.reason)
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }

  return (
    <form ref={form} noValidate onSubmit={onSubmit} onInput={onInput} className={className}>
      <FormContext value={contextValue}>{children}</FormContext>
    </form>
  )
}

/** Submits the surrounding form and shows that it is busy. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  return <Button tone="primary" {...props} type="submit" busy={use(FormContext).busy} />
}
