import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** The message scenes in the order of the columns. */
export const scenes = [
  { scene: MessageScene.Verification, title: 'prices.verification', name: 'verification' },
  { scene: MessageScene.Notification, title: 'prices.notification', name: 'notification' },
  { scene: MessageScene.Marketing, title: 'prices.marketing', name: 'marketing' },
] as const
