import { api } from './api.ts'
import { leaveToSignIn } from '../lib/session-info.ts'
import { showError } from '../ui/show-error.ts'

/** Ends the session and leaves for the sign-in page. The server clears the cookies. */
export async function signOut(): Promise<void> {
  try {
    await api.session.end()
    leaveToSignIn('cnsl.signout')
  } catch (error) {
    showError(error)
  }
}
