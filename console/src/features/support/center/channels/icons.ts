import type { SupportChannel } from '@hongyan/contract/vocabulary/support'
import { type LucideIcon, Mail, MessageCircle, MessageSquareText, MessagesSquare, Send } from 'lucide-react'

export const channelIcons: Readonly<Record<SupportChannel, LucideIcon>> = {
  whatsapp: MessageCircle,
  telegram: Send,
  line: MessageSquareText,
  wechat: MessagesSquare,
  email: Mail,
}
