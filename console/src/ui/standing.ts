import { createContext, use } from 'react'

/** Holds the reason why the account may neither create, send nor enable now (ruling 35); null while it may. */
export const StandingContext = createContext<string | null>(null)

/** The reason for which an action that needs an account in good standing is disabled; null while it is allowed. */
export const useStanding = (): string | null => use(StandingContext)
