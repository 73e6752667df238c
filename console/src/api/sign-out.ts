import { api } from './api.ts'
import { leaveToSignIn } from '../lib/session-info.ts'
import { showError } from '../ui/show-error.ts'

/** Ends the session, whose cookies the server takes back, and leaves for the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await api.session.end()
    leaveToSignIn('cnsl.signout')
  } catch (error) {
    showError(error)
  }
}
