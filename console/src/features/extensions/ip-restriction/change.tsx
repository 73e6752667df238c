import type { IpLockOut } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { LockOutAlert } from './lock-out-alert.tsx'
import { type RulesChange, saveChange } from './queries.ts'

/** Saves a change. False where its author took it back because it would cut callers off. */
type Change = (change: RulesChange) => Promise<boolean>

const ChangeContext = createContext<Change>(() => Promise.resolve(false))

/** Saves changes of the rules, and confirms those that cut callers off. */
export const useChange = (): Change => use(ChangeContext)

interface Question {
  readonly lockOut: IpLockOut
  readonly answer: (isConfirmed: boolean) => void
}

/** Provides `useChange` to the page, with the alert that confirms a change. */
export function ChangeProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)

  /** The change before: each is made of the rules that the one before left. */
  const before = useRef<Promise<unknown>>(Promise.resolve())

  const change = useCallback<Change>((wanted) => {
    const isConfirmed = async (lockOut: IpLockOut): Promise<boolean> => {
      const answered = await new Promise<boolean>((answer) => setQuestion({ lockOut, answer }))
      setQuestion(null)
      return answered
    }
    const saving = before.current.then(() => saveChange(wanted, isConfirmed))
    before.current = saving.catch(() => undefined)
    return saving
  }, [])

  return (
    <ChangeContext value={change}>
      {children}
      {question !== null && <LockOutAlert lockOut={question.lockOut} onAnswer={question.answer} />}
    </ChangeContext>
  )
}
