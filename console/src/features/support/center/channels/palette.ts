import type { SupportChannel } from '@hongyan/contract/vocabulary/support'
import { Activity } from 'lucide-react'
import type { TextId } from '../../../../i18n/ids.ts'
import { paths } from '../../../../lib/paths.ts'
import type { Entry, PaletteEntries } from '../../../../shell/search/entry.ts'
import type { Keywords } from '../../../../shell/search/keywords.ts'
import { channelIcons } from './icons.ts'

const channel = (name: SupportChannel, title: TextId, keywords: Keywords): Entry => ({
  id: `support-${name}`,
  title: [title],
  icon: channelIcons[name],
  keywords,
  open: { to: paths.support, search: { channel: name } },
})

/** The channels of support, and the status of the network. */
export const palette: PaletteEntries = {
  entries: [
    channel('whatsapp', 'search.supportWhatsapp', {
      en: ['whatsapp', 'chat with support', 'wa.me'],
      zh: ['联系客服', '在线客服'],
    }),
    channel('telegram', 'search.supportTelegram', { en: ['telegram', 'chat with support', 't.me'], zh: ['电报'] }),
    channel('line', 'search.supportLine', { en: ['line chat', 'line id'], zh: ['连我'] }),
    channel('wechat', 'search.supportWechat', {
      en: ['wechat', 'weixin', 'wecom'],
      zh: ['微信客服', '企业微信', '联系客服'],
    }),
    channel('email', 'search.supportEmail', { en: ['email support', 'mail support'], zh: ['客服邮箱', '发邮件'] }),
    {
      id: 'network-status',
      title: ['search.networkStatus'],
      icon: Activity,
      keywords: {
        en: ['status', 'incident', 'outage', 'is it down', 'delivery by country', 'uptime'],
        zh: ['系统状态', '故障', '事件', '送达率', '服务中断'],
      },
      open: { to: paths.supportStatus },
    },
  ],
}
