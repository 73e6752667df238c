// Vitest runs this before each test file.
import { Stripe } from 'stripe'

/** Stripe's client waits half a second before it repeats a call. No test depends on it, and the client has no setting. */
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0.01 })
