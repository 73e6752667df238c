import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** What a message is for, in the order of the list's columns. */
export const scenes = [
  { scene: MessageScene.Verification, title: 'prices.verification' },
  { scene: MessageScene.Notification, title: 'prices.notification' },
  { scene: MessageScene.Marketing, title: 'prices.marketing' },
] as const
