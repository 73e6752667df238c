import { isConnectionLoss, isExhausted } from './connect.ts'
import { isContention } from './tx.ts'

/**
 * True where the database is away, has no room, or ended a wait. The failed transaction leaves nothing behind, so the
 * same call can succeed later.
 */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLoss(error) || isExhausted(error) || isContention(error)
